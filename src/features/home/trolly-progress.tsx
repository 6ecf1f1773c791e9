import { useCustomer } from '#src/features/customers/use-customer.ts'
import { OrderBy } from '#src/features/delivery/order-by.tsx'
import { progressOf } from '#src/features/trolly/progress-of.ts'
import type { TrollySummary } from '#src/store/trolly-summaries.ts'
import { ProgressBar } from '#src/ui/status/progress-bar.tsx'
import styles from './trolly-progress.module.css'

/** How far a trolly is to its minimum, and until when it can be ordered. */
export function TrollyProgress({ summary, customerId }: { summary: TrollySummary; customerId: string }) {
  const customer = useCustomer(customerId)
  const { deliveryDay } = summary.trolly
  const progress = progressOf(summary, customer)
  return (
    <>
      {progress ? (
        <p className={styles.progress}>
          <span>{progress.words}</span>
          <ProgressBar {...progress} />
        </p>
      ) : null}
      {deliveryDay === null ? null : (
        <p className={styles.cutOff}>
          <OrderBy customerId={customerId} deliveryDay={deliveryDay} />
        </p>
      )}
    </>
  )
}
