import { IconCalendarTime, IconCloudCheck, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './landing.module.css'

/** What the product is, in one screenful, beside the way in. */
export function Landing({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.what}>
        <ul className={styles.points}>
          {POINTS.map(({ icon: Icon, title, words }) => (
            <li key={title} className={styles.point}>
              <Icon className={styles.icon} size={24} stroke={1.75} aria-hidden="true" />
              <div>
                <h2>{title}</h2>
                <p className={styles.words}>{words}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.signIn}>{children}</div>
    </div>
  )
}

const POINTS = [
  {
    icon: IconCloudCheck,
    title: 'Works without signal',
    words:
      'In the cold store, the cellar or the yard: what you add is saved on this device and arrives exactly once.',
  },
  {
    icon: IconSearch,
    title: 'All products at your prices',
    words: 'Search by name, code or barcode, as quick offline as online, with stock and pack at a glance.',
  },
  {
    icon: IconCalendarTime,
    title: 'Never miss a cut-off',
    words: 'Your delivery day and the time left to order for it stand on every page.',
  },
]
