import { Link } from 'react-router-dom'
import { useUser } from '#src/device/device-context.tsx'
import styles from './order-segments.module.css'

const SEGMENTS = [
  { to: '/orders', label: 'Active' },
  { to: '/orders/history', label: 'History' },
  { to: '/orders/templates', label: 'Templates' },
] as const

/**
 * What is ordered, was ordered and is ordered again and again, beside one another. The other pages below Orders are under
 * "More", and a desk's drawer lists them all.
 */
export function OrderSegments({ current }: { current: (typeof SEGMENTS)[number]['to'] }) {
  const { acl_routes_available: allowed } = useUser()
  const shown = SEGMENTS.filter(({ to }) => allowed.includes(to))
  if (shown.length < 2) return null
  return (
    <nav className={styles.segments} aria-label="Orders">
      {shown.map(({ to, label }) => (
        <Link key={to} className={styles.segment} to={to} aria-current={to === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
