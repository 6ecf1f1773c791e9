import type { Customer } from '#domain/customer.ts'
import { OrderByOf } from '#src/features/delivery/order-by.tsx'
import type { TrollySummary } from '#src/features/trolly/open-trollies/use-open-trollies.ts'
import { progressOf } from '#src/features/trolly/progress-of.ts'
import { WordedProgress } from '#src/ui/status/progress-bar.tsx'
import styles from './trolly-progress.module.css'

export function TrollyProgress({ summary, customer }: { summary: TrollySummary; customer: Customer }) {
  const { deliveryDay } = summary.trolly
  const progress = progressOf(summary, customer)
  return (
    <>
      {progress ? <WordedProgress {...progress} /> : null}
      {deliveryDay === null ? null : (
        <p className={styles.cutOff}>
          <OrderByOf trolly={summary.trolly} />
        </p>
      )}
    </>
  )
}
