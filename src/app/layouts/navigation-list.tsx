import { UnstyledButton } from '@mantine/core'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { isAt, type NavigationGroup, type NavigationItem } from '#src/app/navigation.ts'
import { CountBadge } from '#src/ui/status/count-badge.tsx'
import styles from './navigation.module.css'

type GroupsProps = {
  groups: readonly NavigationGroup[]
  pattern: string | undefined
  /** Closes the list's container before the page changes, so that the page can take the focus. */
  onNavigate?: () => void
}

/** A group without a label has no heading. */
export function Groups({ groups, ...place }: GroupsProps) {
  return groups.map(({ label, items }) => (
    <div key={label} className={styles.group}>
      {label ? <h2 className={styles.heading}>{label}</h2> : null}
      <ul>
        {items.map((item) => (
          <li key={item.label}>
            <Place item={item} {...place} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

type PlaceProps = Omit<GroupsProps, 'groups'> & {
  item: NavigationItem
  /** A larger count shows as "99+". */
  most?: number
}

export function Place({ item, pattern, most, onNavigate }: PlaceProps) {
  return (
    <UnstyledButton
      component={Link}
      className={styles.place}
      to={item.to}
      title={item.label}
      aria-current={isAt(item, pattern) ? 'page' : undefined}
      {...(onNavigate && { onClick: onNavigate })}
    >
      <item.icon stroke={1.75} aria-hidden="true" />
      <span className={styles.label}>{item.label}</span>
      {item.count === undefined ? null : (
        <CountBadge count={item.count} of="lines" className={styles.count} most={most} />
      )}
    </UnstyledButton>
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
