import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { unpricedWords } from '#domain/money.ts'
import { countText } from '#domain/operations/words.ts'
import { totalText } from '#domain/totals.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { Money } from '#src/ui/status/money.tsx'
import styles from './order-summary.module.css'

export type OrderSummaryProps = {
  trolly: OpenTrolly
  note: ReactNode
  action: ReactNode
  children: ReactNode
}

/** A desk's checkout, which stays beside the scrolling page. */
export function OrderSummary({ trolly: { totals, pricesHere }, note, action, children }: OrderSummaryProps) {
  return (
    <section className={styles.card} aria-label="Order summary">
      <div>
        <Text fz="var(--text-xl)" lh="var(--leading-xl)" fw={650} role="status">
          <Hidden>Total </Hidden>
          <Money>{totalText(totals, unpricedWords(pricesHere))}</Money>
        </Text>
        <p
          className={styles.detail}
        >{`${totals.estimated ? 'Estimated total' : 'Total'} · ${countText(totals.lineCount, 'line')}`}</p>
      </div>
      {children}
      <div className={styles.action}>
        {action}
        {note ? <p className={styles.detail}>{note}</p> : null}
      </div>
    </section>
  )
}
