import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isAt, type NavigationGroup, type NavigationItem } from '#src/app/navigation.ts'
import { CountBadge } from '#src/ui/status/count-badge.tsx'
import styles from './navigation-list.module.css'

type NavigationListProps = {
  groups: readonly NavigationGroup[]
  pattern: string | undefined
  /** Closes the list's container before the page changes, so that the page can take the focus. */
  onNavigate?: (() => void) | undefined
}

/** Used in the desk's drawer and the phone's "More" sheet. */
export function NavigationList({ groups, pattern, onNavigate }: NavigationListProps) {
  return groups.map((group) => (
    <div key={group.label} className={styles.group}>
      <h2 className={styles.heading}>{group.label}</h2>
      <ul>
        {group.items.map((item) => (
          <li key={item.to}>
            <NavigationPlace item={item} pattern={pattern} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

type NavigationPlaceProps = {
  item: NavigationItem
  pattern: string | undefined
  onNavigate?: (() => void) | undefined
}

export function NavigationPlace({ item, pattern, onNavigate }: NavigationPlaceProps) {
  return (
    <Link
      className={styles.place}
      to={item.to}
      title={item.label}
      aria-current={isAt(item, pattern) ? 'page' : undefined}
      {...(onNavigate && { onClick: onNavigate })}
    >
      <item.icon size={20} stroke={1.75} aria-hidden="true" />
      <span className={styles.label}>{item.label}</span>
      {item.count === undefined ? null : (
        <CountBadge count={item.count} of="lines" className={styles.count} />
      )}
    </Link>
  )
}

/** An action in the style of a link. */
export function NavigationAction({
  label,
  icon,
  onClick,
}: {
  label: string
  icon: ReactNode
  onClick: () => void
}) {
  return (
    <button type="button" className={styles.place} title={label} onClick={onClick}>
      {icon}
      <span className={styles.label}>{label}</span>
    </button>
  )
}
