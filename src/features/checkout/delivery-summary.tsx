import type { Customer } from '#domain/customer.ts'
import { dayText } from '#domain/london-time.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { Button } from '#src/ui/action/button.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import styles from './details-form.module.css'

export type DeliverySummaryProps = {
  trolly: TrollyView
  customer: Customer | undefined
  onChangeDay: (() => void) | undefined
}

/** Where to and when. */
export function DeliverySummary({ trolly, customer, onChangeDay }: DeliverySummaryProps) {
  return (
    <div className={styles.form}>
      <DefinitionList
        items={[
          {
            term: 'To',
            value: customer
              ? [customer.name, customer.town, customer.postcode].filter(Boolean).join(', ')
              : trolly.customerId,
          },
          {
            term: 'Day',
            value: trolly.deliveryDay === null ? 'Not chosen yet' : dayText(trolly.deliveryDay, new Date()),
          },
        ]}
      />
      {onChangeDay ? (
        <div>
          <Button compact onClick={onChangeDay}>
            {trolly.deliveryDay === null ? 'Choose a day' : 'Change day'}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
