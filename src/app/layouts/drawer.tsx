import {
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react'
import type { NavigationGroup, NavigationItem } from '#src/app/navigation.ts'
import { useShellPorts } from '#src/app/shell-ports.ts'
import styles from './drawer.module.css'
import { NavigationAction, NavigationList, NavigationPlace } from './navigation-list.tsx'
import { Brand } from './top-line.tsx'

type DrawerProps = {
  main: readonly NavigationItem[]
  groups: readonly NavigationGroup[]
  pattern: string | undefined
  onShortcuts: () => void
}

/** Expanded or collapsed to icons; the choice is kept. */
export function Drawer({ main, groups, pattern, onShortcuts }: DrawerProps) {
  const { InstallButton, onSignOut, settings } = useShellPorts()
  const expanded = settings.navigationDrawerExpanded
  const Fold = expanded ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <nav className={styles.drawer} aria-label="Main">
      <div className={styles.head}>
        <Brand />
      </div>
      <div className={styles.places}>
        <ul>
          {main.map((item) => (
            <li key={item.label}>
              <NavigationPlace item={item} pattern={pattern} />
            </li>
          ))}
        </ul>
        <div className={styles.groups}>
          <NavigationList groups={groups} pattern={pattern} />
        </div>
      </div>
      <div className={styles.foot}>
        {InstallButton ? (
          <div className={styles.install}>
            <InstallButton />
          </div>
        ) : null}
        <NavigationAction
          label="Keyboard shortcuts"
          icon={<IconKeyboard size={20} stroke={1.75} aria-hidden="true" />}
          onClick={onShortcuts}
        />
        {onSignOut ? (
          <NavigationAction
            label="Sign out"
            icon={<IconLogout size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => onSignOut()}
          />
        ) : null}
        <NavigationAction
          label={expanded ? 'Collapse menu' : 'Expand menu'}
          icon={<Fold size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => settings.change({ navigationDrawerExpanded: !expanded })}
        />
      </div>
    </nav>
  )
}
