import { type ReactNode, useId, useState } from 'react'
import { dayText } from '#domain/london-time.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { Button } from '#src/ui/action/button.tsx'
import card from '#src/ui/layout/card.module.css'
import { Section } from '#src/ui/layout/section.tsx'
import { orderForDay } from './choose-day.ts'
import { DayPicker } from './day-picker.tsx'
import { DaySheet } from './day-sheet.tsx'
import { DayStrip } from './day-strip.tsx'
import styles from './delivery-day.module.css'
import { OrderBy } from './order-by.tsx'

export type DeliveryDayProps = {
  customerId: string
  /** YYYY-MM-DD; null: not chosen, so the days are offered. */
  deliveryDay: string | null
  /** The page's main action, which lies on the lower edge of a phone's bar. */
  action: ReactNode
}

export function DeliveryDay({ customerId, deliveryDay, action }: DeliveryDayProps) {
  const device = useUserDevice()
  const [choosing, setChoosing] = useState(false)
  const titleId = useId()
  if (deliveryDay === null) {
    return (
      <>
        <Section title="When would you like delivery?" flush>
          <DayPicker customerId={customerId} atFirst={4} onChoose={(day) => orderForDay(device, day)} />
        </Section>
        <div className={styles.action}>{action}</div>
      </>
    )
  }
  return (
    <>
      <section className={styles.chosen} aria-labelledby={titleId}>
        <div className={styles.line}>
          <div>
            <h2 id={titleId} className={styles.soft}>
              Delivery day
            </h2>
            <p className={styles.day}>{dayText(deliveryDay, new Date())}</p>
            <p className={styles.cutOff}>
              <OrderBy customerId={customerId} deliveryDay={deliveryDay} />
            </p>
          </div>
          <Button onClick={() => setChoosing(true)}>Change day</Button>
        </div>
        <DayStrip customerId={customerId} value={deliveryDay} onChoose={(day) => orderForDay(device, day)} />
        <DaySheet
          open={choosing}
          onClose={() => setChoosing(false)}
          customerId={customerId}
          deliveryDay={deliveryDay}
        />
      </section>
      <div className={`${styles.action} ${card.card}`} data-overlaps>
        {action}
      </div>
    </>
  )
}
