import type { Customer } from '#domain/customer.ts'
import { whenText } from '#domain/delivery-words.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { addressText } from '#domain/order.ts'
import type { ChosenPlaces } from '#src/device/delivery/use-places.ts'
import { Button } from '#src/ui/action/button.tsx'
import styles from './delivery-summary.module.css'

export type DeliverySummaryProps = {
  trolly: TrollyView
  customer: Customer | undefined
  places: ChosenPlaces
  /** undefined: it cannot be changed now. */
  onChangeDay: (() => void) | undefined
  /** Its address, or place and time of its collection. */
  onChangePlace: (() => void) | undefined
}

export function DeliverySummary(props: DeliverySummaryProps) {
  const { trolly, customer, places, onChangeDay, onChangePlace } = props
  const { deliveryDay, collectionSlot, method } = trolly
  const isCollected = method === 'collection'
  const hasTime = deliveryDay !== null && (!isCollected || !!collectionSlot)
  return (
    <div className={styles.summary}>
      <div className={styles.words}>
        <p className={styles.day}>
          {hasTime
            ? whenText({ ...trolly, deliveryDay }, new Date())
            : isCollected
              ? 'No collection time yet'
              : 'No delivery day yet'}
        </p>
        <p className={styles.address}>{placeWords(props)}</p>
        {places.address?.accessNotes ? <p>{places.address.accessNotes}</p> : null}
      </div>
      <div className={styles.changes}>
        {/* A missing day is a problem, which has its own button. */}
        {onChangeDay && !isCollected && deliveryDay !== null ? (
          <Button compact onClick={onChangeDay}>
            Change day
          </Button>
        ) : null}
        {onChangePlace && isCollected && hasTime ? (
          <Button compact onClick={onChangePlace}>
            Change collection
          </Button>
        ) : null}
        {onChangePlace && !isCollected && customer?.accountKind === 'cash' ? (
          <Button compact onClick={onChangePlace}>
            Change address
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const placeWords = ({ trolly, customer, places }: DeliverySummaryProps): string => {
  if (trolly.method === 'collection') return places.site ? addressText(places.site) : ''
  if (trolly.deliveryAddressId) return places.address ? addressText(places.address) : ''
  return customer
    ? [customer.name, customer.town, customer.postcode].filter(Boolean).join(', ')
    : trolly.customerId
}
