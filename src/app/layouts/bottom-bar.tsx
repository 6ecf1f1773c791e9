import { IconDotsCircleHorizontal } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { isAt, type NavigationItem } from '#src/app/navigation.ts'
import { CountBadge } from '#src/ui/status/count-badge.tsx'
import styles from './bottom-bar.module.css'

type BottomBarProps = {
  items: readonly NavigationItem[]
  pattern: string | undefined
  onMore: (() => void) | undefined
  moreOpen: boolean
}

export function BottomBar({ items, pattern, onMore, moreOpen }: BottomBarProps) {
  return (
    <nav className={styles.bar} aria-label="Main">
      {items.map((item) => (
        <Link
          key={item.label}
          className={styles.place}
          to={item.to}
          aria-current={isAt(item, pattern) ? 'page' : undefined}
        >
          <item.icon size={24} stroke={1.75} aria-hidden="true" />
          {item.label}
          {item.count === undefined ? null : (
            <CountBadge count={item.count} of="lines" className={styles.count} most={99} />
          )}
        </Link>
      ))}
      {onMore ? (
        <button
          type="button"
          className={styles.place}
          aria-haspopup="dialog"
          aria-expanded={moreOpen}
          onClick={onMore}
        >
          <IconDotsCircleHorizontal size={24} stroke={1.75} aria-hidden="true" />
          More
        </button>
      ) : null}
    </nav>
  )
}
