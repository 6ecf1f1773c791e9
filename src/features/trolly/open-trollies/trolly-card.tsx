import { Group, Skeleton } from '@mantine/core'
import { unpricedWords } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import { totalText } from '#domain/totals.ts'
import { trollyTitle } from '#domain/trollies/words.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import card from '#src/ui/layout/card.module.css'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Money } from '#src/ui/status/money.tsx'
import { ProgressBar, type ProgressBarProps } from '#src/ui/status/progress-bar.tsx'
import styles from './trolly-card.module.css'
import { hasState, TrollyState } from './trolly-row.tsx'
import type { TrollySummary } from './use-open-trollies.ts'

export type TrollyCardProps = {
  /** undefined: not read yet, so its room is kept. */
  summary: TrollySummary | undefined
  progress: ProgressBarProps | undefined
}

/** The trolly that is being filled, to go on with. */
export function TrollyCard({ summary, progress }: TrollyCardProps) {
  const now = new Date(useMinute())
  const mayOrder = useMayOrder()
  if (!summary) return <Skeleton className={styles.card} aria-busy="true" />
  const { trolly, totals } = summary
  const title = trollyTitle(trolly, now)
  return (
    <section className={`${card.card} ${styles.card}`} aria-label="Current trolly">
      <div className={styles.row}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.total}>
          <Money>{totalText(totals, unpricedWords(summary.pricesHere))}</Money>
        </p>
      </div>
      <div className={styles.row}>
        <div className={styles.soft}>
          <p>{[countText(totals.lineCount, 'line'), ...(progress ? [progress.words] : [])].join(' · ')}</p>
          {hasState(trolly) ? (
            <p>
              <TrollyState trolly={trolly} />
            </p>
          ) : progress ? (
            <ProgressBar {...progress} size={4} />
          ) : null}
        </div>
        <Group gap={8} justify="flex-end">
          {mayOrder && progress?.tone === 'green' && !hasState(trolly) ? (
            <ButtonLink to={`/orders/create/search/checkout-${trolly.id}`} aria-label={`Checkout: ${title}`}>
              Checkout
            </ButtonLink>
          ) : null}
          <ButtonLink variant="filled" to={`/orders/create-${trolly.id}`} aria-label={`Continue: ${title}`}>
            Continue
          </ButtonLink>
        </Group>
      </div>
    </section>
  )
}
