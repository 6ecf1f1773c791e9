import type { Customer } from '#domain/customer.ts'
import { dayText } from '#domain/london-time.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { Button } from '#src/ui/action/button.tsx'
import styles from './delivery-summary.module.css'

export type DeliverySummaryProps = {
  trolly: TrollyView
  customer: Customer | undefined
  onChangeDay: (() => void) | undefined
}

export function DeliverySummary({ trolly, customer, onChangeDay }: DeliverySummaryProps) {
  return (
    <div className={styles.summary}>
      <div className={styles.words}>
        <p className={styles.day}>
          {trolly.deliveryDay === null
            ? 'No delivery day yet'
            : `Arriving ${dayText(trolly.deliveryDay, new Date())}`}
        </p>
        <p className={styles.address}>
          {customer
            ? [customer.name, customer.town, customer.postcode].filter(Boolean).join(', ')
            : trolly.customerId}
        </p>
      </div>
      {/* A missing day is a problem, which has its own button. */}
      {onChangeDay && trolly.deliveryDay !== null ? (
        <Button compact onClick={onChangeDay}>
          Change day
        </Button>
      ) : null}
    </div>
  )
}
