import { UnstyledButton } from '@mantine/core'
import {
  IconDotsCircleHorizontal,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react'
import { lazy, memo, type ReactNode, useCallback, useState } from 'react'
import { isAt, type NavigationGroup, type NavigationItem } from '#src/app/navigation.ts'
import { loadWithReload } from '#src/features/updates/reload.ts'
import type { BrowserSettings } from '#src/store/device/browser-settings.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import styles from './navigation.module.css'
import { Action, Groups, Place } from './navigation-list.tsx'
import { Brand } from './top-line.tsx'
import { useShellShortcuts } from './use-shell-shortcuts.ts'

const ShortcutList = lazy(
  loadWithReload(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList })),
)

export type ShellSettings = Pick<BrowserSettings, 'navigationDrawerExpanded' | 'singleKeyShortcuts'>

type ShellNavigationProps = {
  main: readonly NavigationItem[]
  more: readonly NavigationGroup[]
  /** undefined if no route matches. */
  pattern: string | undefined
  settings: ShellSettings
  onChange: (settings: Partial<ShellSettings>) => void
  install: ReactNode
  onSignOut: () => void
}

/** The desk's drawer, expanded or collapsed to icons; the phone's bar and its sheet "More". */
export const ShellNavigation = memo(function ShellNavigation(props: ShellNavigationProps) {
  const { main, more, pattern, settings, onChange, install, onSignOut } = props
  const [open, setOpen] = useState<'more' | 'shortcuts'>()
  const close = useCallback(() => setOpen(undefined), [])
  const showShortcuts = useCallback(() => setOpen('shortcuts'), [])
  const expanded = settings.navigationDrawerExpanded
  const shortcuts = useShellShortcuts({
    items: main,
    enabled: settings.singleKeyShortcuts,
    onHelp: showShortcuts,
  })

  return (
    <>
      <nav className={styles.drawer} aria-label="Main">
        <div className={styles.head}>
          <Brand />
        </div>
        <div className={styles.places}>
          <Groups groups={[{ label: '', items: main }, ...more]} pattern={pattern} showsPages={expanded} />
        </div>
        <div className={styles.install}>{install}</div>
        <Action label="Keyboard shortcuts" icon={IconKeyboard} onClick={showShortcuts} />
        <Action label="Sign out" icon={IconLogout} onClick={onSignOut} />
        <Action
          label={expanded ? 'Collapse menu' : 'Expand menu'}
          icon={expanded ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand}
          onClick={() => onChange({ navigationDrawerExpanded: !expanded })}
        />
      </nav>
      <nav className={styles.bar} aria-label="Main">
        {main.map((item) => (
          <Place key={item.label} item={item} pattern={pattern} most={99} />
        ))}
        <UnstyledButton
          className={styles.place}
          aria-current={isUnderMore(props) || undefined}
          aria-haspopup="dialog"
          aria-expanded={open === 'more'}
          onClick={() => setOpen('more')}
        >
          <IconDotsCircleHorizontal stroke={1.75} aria-hidden="true" />
          More
        </UnstyledButton>
      </nav>
      <Sheet open={open === 'more'} onClose={close} title="More">
        <nav aria-label="More">
          <Groups groups={[...pagesOf(main), ...more]} pattern={pattern} onNavigate={close} />
        </nav>
        {install}
        <Action
          label="Sign out"
          icon={IconLogout}
          onClick={() => {
            close()
            onSignOut()
          }}
        />
      </Sheet>
      <Sheet open={open === 'shortcuts'} onClose={close} title="Keyboard shortcuts">
        <ShortcutList shortcuts={shortcuts} settings={settings} onChange={onChange} />
      </Sheet>
    </>
  )
})

/** The page is reached through "More", by none of the bar's places. */
const isUnderMore = ({
  main,
  more,
  pattern,
}: Pick<ShellNavigationProps, 'main' | 'more' | 'pattern'>): boolean =>
  !main.some((item) => isAt(item, pattern)) &&
  more.some(({ items }) => items.some((item) => isAt(item, pattern)))

/** What a phone's bar has no room for. */
const pagesOf = (main: readonly NavigationItem[]): NavigationGroup[] =>
  main.flatMap(({ label, pages = [] }) => (pages.length > 0 ? [{ label, items: pages }] : []))
