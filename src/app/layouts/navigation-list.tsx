import { UnstyledButton } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { isAt, type NavigationGroup, type NavigationItem } from '#src/app/navigation.ts'
import { BUMP, playOnce } from '#src/ui/motion.ts'
import { Hidden } from '#src/ui/status/hidden.tsx'
import styles from './navigation.module.css'

type GroupsProps = {
  groups: readonly NavigationGroup[]
  /** Shows the pages below each place too. */
  showsPages?: boolean
  pattern: string | undefined
  /** Closes the list's container before the page changes, so that the page can take the focus. */
  onNavigate?: () => void
}

/** A group without a label has no heading. */
export function Groups({ groups, showsPages, ...place }: GroupsProps) {
  return groups.map(({ label, items }) => (
    <div key={label} className={styles.group}>
      {label ? <h2 className={styles.heading}>{label}</h2> : null}
      <ul>
        {items.map((item) => (
          <li key={item.label}>
            <Place item={item} {...place} showsPages={showsPages} />
            {showsPages && item.pages?.length ? (
              <ul className={styles.pages}>
                {item.pages.map((page) => (
                  <li key={page.to}>
                    <Place item={page} {...place} isPage />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  ))
}

type PlaceProps = Omit<GroupsProps, 'groups' | 'showsPages'> & {
  item: NavigationItem
  showsPages?: boolean | undefined
  /** A page below a place has no icon of its own. */
  isPage?: boolean
  /** A larger count shows as "99+". */
  most?: number
}

export function Place({ item, pattern, most, showsPages, isPage = false, onNavigate }: PlaceProps) {
  return (
    <UnstyledButton
      component={Link}
      className={styles.place}
      to={item.to}
      title={item.label}
      aria-current={isAt(item, pattern, showsPages) ? 'page' : undefined}
      {...(onNavigate && { onClick: onNavigate })}
    >
      {isPage ? null : <item.icon stroke={1.75} aria-hidden="true" />}
      <span className={styles.label}>{item.label}</span>
      {item.count === undefined ? null : <LineCount count={item.count} most={most} />}
    </UnstyledButton>
  )
}

/** Screen readers hear "Trolly, 3 lines"; the number bumps as it changes. */
function LineCount({ count, most = Number.POSITIVE_INFINITY }: { count: number; most?: number | undefined }) {
  const badge = useRef<HTMLSpanElement>(null)
  useDidUpdate(() => playOnce(badge.current, BUMP), [count])
  return (
    <>
      <span ref={badge} className={styles.count} aria-hidden="true">
        {count > most ? `${most}+` : count}
      </span>
      <Hidden>{`, ${count} lines`}</Hidden>
    </>
  )
}

type ActionProps = { label: string; icon: TablerIcon; onClick: () => void }

export function Action({ label, icon: Icon, onClick }: ActionProps) {
  return (
    <UnstyledButton className={styles.place} title={label} onClick={onClick}>
      <Icon stroke={1.75} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
    </UnstyledButton>
  )
}
