import { Timeline } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { TrackedOrder } from '#contract/orders.ts'
import { dayText, londonDayOf, londonTimeOf } from '#domain/london-time.ts'
import '@mantine/core/styles/Timeline.layer.css'
import styles from './order-timeline.module.css'

type Step = { title: string; at: string | null }

/** Shows the steps from placed to delivered with their times, in a row if there is room; a cancelled or changed order ends early. */
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
      bulletSize={20}
      lineWidth={2}
      aria-label="Order progress"
      classNames={{
        root: styles.timeline,
        item: styles.step,
        itemTitle: styles.title,
        itemBullet: styles.bullet,
        itemBody: styles.body,
      }}
    >
      {shown.map(({ title, at }) => (
        <Timeline.Item
          key={title}
          title={title}
          bullet={at === null ? undefined : <IconCheck size={12} stroke={3.5} aria-hidden="true" />}
        >
          {at === null ? null : timeText(new Date(at))}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

/** The day above the time, where a step is narrow. */
const timeText = (at: Date): string =>
  `${dayText(londonDayOf(at)).replaceAll(' ', '\u00a0')} ${londonTimeOf(at)}`
