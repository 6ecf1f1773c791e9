import { IconAlertTriangle, IconCalendarTime, IconClock, IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import band from '#src/ui/layout/bar-band.module.css'
import card from '#src/ui/layout/card.module.css'
import styles from './landing.module.css'

export type LandingProps = {
  headline: ReactNode
  /** The offer to install the app, which a browser may make late: its room is reserved. */
  install: ReactNode
  children: ReactNode
}

export function Landing({ headline, install, children }: LandingProps) {
  return (
    <div className={styles.page}>
      <div className={`${band.band} ${styles.hero}`}>
        <div className={styles.headline}>{headline}</div>
        <div className={`${card.card} ${styles.signIn}`}>{children}</div>
        <div className={styles.install}>{install}</div>
      </div>
      <ul className={styles.reasons}>
        {REASONS.map(({ icon: Icon, tone, title, words }) => (
          <li key={title} className={styles.reason}>
            <span
              className={styles.icon}
              style={{ background: `var(--${tone}-fill)`, color: `var(--${tone})` }}
              aria-hidden="true"
            >
              <Icon size={24} stroke={1.75} />
            </span>
            <h2>{title}</h2>
            <p className={styles.words}>{words}</p>
          </li>
        ))}
      </ul>
      {/* Last, and so out of a phone's first screen: the words above are what a visitor waits for (LCP ≤ 1.8 s). */}
      <div className={styles.pictures}>
        <Picture name="desk" width={1080} height={675} alt="" />
        <Picture
          name="phone"
          width={585}
          height={960}
          alt="A trolly on a phone: its products, the total and the time left to order"
        />
      </div>
    </div>
  )
}

type PictureProps = { name: 'phone' | 'desk'; width: number; height: number; alt: string }

/** One for each scheme; the hidden one is not loaded. `npm run screens` takes them. */
function Picture({ name, alt, ...size }: PictureProps) {
  return (
    <div className={styles[name]}>
      {(['light', 'dark'] as const).map((scheme) => (
        <img
          key={scheme}
          className={styles[scheme]}
          src={`/pictures/${name}-trolly-${scheme}.webp`}
          loading="lazy"
          decoding="async"
          alt={alt}
          {...size}
        />
      ))}
    </div>
  )
}

const REASONS = [
  {
    icon: IconClock,
    tone: 'amber',
    title: 'Faster than phoning',
    words: 'Your usual products wait with their last quantities. Order a whole delivery again in one tap.',
  },
  {
    icon: IconCloudOff,
    tone: 'frozen',
    title: 'Works without signal',
    words: 'Search, add and order in the cold store or the cellar. It sends when you’re back online.',
  },
  {
    icon: IconAlertTriangle,
    tone: 'offer',
    title: 'Know what is short',
    words: 'Stock shows beside each product, and your trolly tells you what to fix before you order.',
  },
  {
    icon: IconCalendarTime,
    tone: 'green',
    title: 'Never miss a cut-off',
    words: 'Every page shows your delivery day and how long you have left to order.',
  },
]
