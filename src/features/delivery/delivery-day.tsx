import { Text } from '@mantine/core'
import { useState } from 'react'
import { dayText } from '#domain/london-time.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { Button } from '#src/ui/action/button.tsx'
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
}

export function DeliveryDay({ customerId, deliveryDay }: DeliveryDayProps) {
  const device = useUserDevice()
  const [choosing, setChoosing] = useState(false)
  if (deliveryDay === null) {
    return (
      <Section title="When would you like delivery?" flush>
        <DayPicker customerId={customerId} atFirst={4} onChoose={(day) => orderForDay(device, day)} />
      </Section>
    )
  }
  return (
    <Section
      title="Delivery day"
      action={
        <Button variant="subtle" compact onClick={() => setChoosing(true)}>
          Change day
        </Button>
      }
    >
      <Text size="xl" fw={700}>
        {dayText(deliveryDay, new Date())}
      </Text>
      <p className={styles.cutOff}>
        <OrderBy customerId={customerId} deliveryDay={deliveryDay} />
      </p>
      <DayStrip customerId={customerId} value={deliveryDay} onChoose={(day) => orderForDay(device, day)} />
      <DaySheet
        open={choosing}
        onClose={() => setChoosing(false)}
        customerId={customerId}
        deliveryDay={deliveryDay}
      />
    </Section>
  )
}
