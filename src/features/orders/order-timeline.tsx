import { Timeline } from '@mantine/core'
import type { TrackedOrder } from '#contract/orders.ts'
import { instantText } from '#domain/delivery-days.ts'
import '@mantine/core/styles/Timeline.layer.css'
import styles from './order-timeline.module.css'

type Step = { title: string; at: string | null }

/** From placed to delivered, with times; a cancelled or changed order ends there. */
export function OrderTimeline({ order }: { order: TrackedOrder }) {
  const { placedAt, confirmedAt, pickingAt, dispatchedAt, deliveredAt, cancelledAt, replacedAt } = order
  const end = cancelledAt ?? replacedAt
  const steps: Step[] = [
    { title: 'Placed', at: placedAt },
    ...(order.payBy === 'card' ? [{ title: 'Paid', at: confirmedAt }] : []),
    { title: 'Picked', at: pickingAt },
    { title: 'On its way', at: dispatchedAt },
    { title: 'Delivered', at: deliveredAt },
  ]
  const shown =
    end === null
      ? steps
      : [
          ...steps.filter(({ at }) => at !== null),
          { title: cancelledAt === null ? 'Changed' : 'Cancelled', at: end },
        ]
  const reached = shown.findLastIndex(({ at }) => at !== null)
  return (
    <Timeline
      active={reached}
      bulletSize={16}
      lineWidth={2}
      aria-label="Order progress"
      classNames={{
        root: styles.timeline,
        item: styles.step,
        itemTitle: styles.title,
        itemBullet: styles.bullet,
      }}
    >
      {shown.map(({ title, at }) => (
        <Timeline.Item key={title} title={title}>
          {at === null ? null : instantText(new Date(at))}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
