import { IconCalendarTime, IconCloudCheck, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './landing.module.css'

export type LandingProps = {
  headline: ReactNode
  children: ReactNode
}

export function Landing({ headline, children }: LandingProps) {
  return (
    <div className={styles.page}>
      <div className={styles.headline}>{headline}</div>
      <div className={styles.signIn}>{children}</div>
      <ul className={styles.reasons}>
        {REASONS.map(({ icon: Icon, title, words }) => (
          <li key={title} className={styles.reason}>
            <Icon className={styles.icon} size={24} stroke={1.75} aria-hidden="true" />
            <h2>{title}</h2>
            <p className={styles.words}>{words}</p>
          </li>
        ))}
      </ul>
      {/* Last, and so out of a phone's first screen: the words above are what a visitor waits for (LCP ≤ 1.8 s). */}
      <div className={styles.picture}>
        {SCHEMES.map((scheme) => (
          <img
            key={scheme}
            className={styles[scheme]}
            src={`/pictures/trolly-${scheme}.webp`}
            width={585}
            height={1092}
            loading="lazy"
            decoding="async"
            alt="A trolly on a phone: its products, the total and the time left to order"
          />
        ))}
      </div>
    </div>
  )
}

/** The hidden one is not loaded. */
const SCHEMES = ['light', 'dark'] as const

const REASONS = [
  {
    icon: IconCloudCheck,
    title: 'Works offline',
    words:
      'In the cold store, the cellar or the yard, everything you add is saved on your device and sent once you’re back online.',
  },
  {
    icon: IconSearch,
    title: 'All products at your prices',
    words:
      'Search by name, code or barcode, with stock and pack sizes at a glance. It’s just as fast offline.',
  },
  {
    icon: IconCalendarTime,
    title: 'Never miss a cut-off',
    words: 'Every page shows your delivery day and how long you have left to order.',
  },
]
