import { Box, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { mayStillChange } from '#domain/order.ts'
import { changeUnanswered } from '#src/device/open-change.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import styles from './order-page.module.css'
import { type OrderAction, useOrderActions } from './use-order.ts'

/** Until the cut-off: change, unless it is by card (docs/decisions/0026), and cancel. */
export function OrderActions({ order }: { order: TrackedOrder }) {
  const { orderNo, payBy } = order
  const { busy, unanswered, change, cancel } = useOrderActions(order)
  const mayOrder = useMayOrder()
  const now = new Date(useMinute())
  const [asking, setAsking] = useState(false)
  if (!mayOrder || !mayStillChange(order, now)) return null
  return (
    <Group gap="8px 12px">
      {payBy === 'account' ? (
        <Button variant="tint" loading={busy === 'change'} onClick={change}>
          Change order
        </Button>
      ) : (
        <Text c="dimmed" w="100%" style={{ order: 1 }}>
          Card orders can’t be changed. To change this one, cancel it and order again.
        </Text>
      )}
      <Button variant="danger" loading={busy === 'cancel'} onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      {unanswered ? (
        <Box w="100%" style={{ order: 2 }}>
          <Banner tone="red" inset>
            {UNANSWERED[unanswered](orderNo)}
          </Banner>
        </Box>
      ) : null}
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={`Cancel order ${orderNo}?`}
        foot={
          <>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false)
                void cancel()
              }}
            >
              Cancel the order
            </Button>
            <Button onClick={() => setAsking(false)}>Keep order</Button>
          </>
        }
      >
        <p>
          Nothing will be delivered. You can’t undo this, but you can order the same goods again.
          {payBy === 'card' ? ' We’ll refund your card.' : null}
        </p>
      </Sheet>
    </Group>
  )
}

/** What can be done with any order, as three quiet buttons. */
export function QuickActions({ children }: { children: ReactNode }) {
  return <div className={styles.quick}>{children}</div>
}

const UNANSWERED: Record<OrderAction, (orderNo: string) => string> = {
  change: changeUnanswered,
  cancel: (orderNo) =>
    `We couldn’t reach Trolly. Check whether order ${orderNo} was cancelled once you’re back online.`,
}
