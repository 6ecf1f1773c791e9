import { useId, useState } from 'react'
import { openDeliveryDays } from '#domain/delivery-days.ts'
import { dayText } from '#domain/london-time.ts'
import type { TrollyHead } from '#domain/trolly.ts'
import { useDeliveryDays } from '#src/device/delivery/use-delivery-days.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { useHasColumns } from '#src/ui/theme/use-media.ts'
import { orderForDay } from './choose-day.ts'
import { DayPicker } from './day-picker.tsx'
import { DaySheet } from './day-sheet.tsx'
import { DayStrip } from './day-strip.tsx'
import styles from './delivery-day.module.css'
import { CutOff, OrderBy, orderByOf } from './order-by.tsx'

export type DeliveryDayProps = {
  customerId: string
  /** YYYY-MM-DD; null: not chosen, so the days are offered. */
  deliveryDay: string | null
  /** The current trolly, which may go to another address or be collected. */
  trolly?: TrollyHead | null | undefined
}

/** One band: the day, until when to order for it, and how to change it. */
export function DeliveryDay({ customerId, deliveryDay, trolly }: DeliveryDayProps) {
  const device = useUserDevice()
  const hasColumns = useHasColumns()
  const [choosing, setChoosing] = useState(false)
  const titleId = useId()
  const { days, isPending } = useDeliveryDays(customerId)
  const onChoose = (day: string) => orderForDay(device, day)
  // It stays while it tries again: were it to go, each mount would ask anew.
  const [hadNone, setHadNone] = useState(false)
  if (!hadNone && days.length === 0 && !isPending) setHadNone(true)
  // The picker says why there are none, and offers to try again.
  if (deliveryDay === null && days.length === 0 && hadNone)
    return (
      <Section title={WHEN} flush>
        <DayPicker customerId={customerId} onChoose={onChoose} />
      </Section>
    )
  const isCollected = trolly?.method === 'collection'
  // A phone has it until a day is chosen: the room is for the products.
  const strip =
    deliveryDay === null || (hasColumns && !isCollected) ? (
      <DayStrip
        label={deliveryDay === null ? 'Delivery day' : 'Available days'}
        customerId={customerId}
        value={deliveryDay}
        most={hasColumns ? DAYS_BESIDE : undefined}
        onChoose={onChoose}
      />
    ) : null
  return (
    <section className={styles.band} data-band aria-labelledby={titleId}>
      {deliveryDay === null ? (
        <h2 id={titleId} className={styles.when}>
          {WHEN}
        </h2>
      ) : null}
      <div className={styles.words}>
        {deliveryDay === null ? null : (
          <>
            <h2 id={titleId} className={styles.soft}>
              {isCollected ? 'Collection day' : 'Delivery day'}
            </h2>
            <p className={styles.day}>{dayText(deliveryDay, new Date())}</p>
          </>
        )}
        <p className={styles.cutOff}>
          {deliveryDay === null ? (
            <NextCutOff customerId={customerId} />
          ) : trolly ? (
            orderByOf(trolly)
          ) : (
            <OrderBy customerId={customerId} deliveryDay={deliveryDay} />
          )}
        </p>
      </div>
      {hasColumns ? strip : null}
      <Button onClick={() => setChoosing(true)}>{deliveryDay === null ? 'More days' : 'Change day'}</Button>
      {hasColumns ? null : strip}
      <DaySheet
        open={choosing}
        onClose={() => setChoosing(false)}
        customerId={customerId}
        deliveryDay={deliveryDay}
      />
    </section>
  )
}

const WHEN = 'When would you like delivery?'

/** As many as fit beside the words at 1280 px. */
const DAYS_BESIDE = 4

function NextCutOff({ customerId }: { customerId: string }) {
  const { days, now } = useDeliveryDays(customerId)
  const next = openDeliveryDays(days, now)[0]
  if (!next) return null
  return (
    <>
      {`${dayText(next.day, now)}: `}
      <CutOff cutOffAt={next.cutOffAt} now={now} />
    </>
  )
}
