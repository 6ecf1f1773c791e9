import { Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { momentText } from '#domain/as-of.ts'
import { unpricedWords } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import { totalText } from '#domain/totals.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { contentsText, poNumberText, trollyTitle } from '#domain/trollies/words.ts'
import { useTooLate } from '#src/device/delivery/use-late-orders.ts'
import { Mosaic } from '#src/ui/list/mosaic.tsx'
import rowLink from '#src/ui/list/row-link.module.css'
import { Badge, type BadgeProps } from '#src/ui/status/badge.tsx'
import { Money } from '#src/ui/status/money.tsx'
import { Menu } from '#src/ui/surface/menu.tsx'
import styles from './trolly-row.module.css'
import type { TrollySummary } from './use-open-trollies.ts'

export type TrollyRowProps = {
  summary: TrollySummary
  current: boolean
  now: Date
  calledAs: string
  /** undefined: read-only user. */
  onDelete: ((trolly: TrollyView) => void) | undefined
}

export function TrollyRow({ summary, current, now, calledAs, onDelete }: TrollyRowProps) {
  const { trolly, totals } = summary
  const title = trollyTitle(trolly, now)
  const detail = detailWords(summary, now)
  const content = contentsText(summary.firstNames, totals.lineCount)
  return (
    <li className={`${rowLink.row} ${styles.trolly}`} data-current={current || undefined}>
      <Mosaic pictures={summary.pictures} />
      <div>
        <Link
          className={`${rowLink.link} ${styles.title}`}
          to={`/orders/create-${trolly.id}`}
          aria-label={calledAs === title ? undefined : calledAs}
        >
          {title}
        </Link>
        <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {detail}
        </Text>
        {content ? (
          <Text size="xs" c="dimmed">
            {content}
          </Text>
        ) : null}
        {current || hasState(trolly) ? (
          <Group component="p" gap={4} mt={4}>
            {current ? <Badge tone="blue" label="Current trolly" /> : null}
            <TrollyState trolly={trolly} />
          </Group>
        ) : null}
      </div>
      <p className={styles.total}>
        <Money>{totalText(totals, unpricedWords(summary.pricesHere))}</Money>
      </p>
      <div className={`${rowLink.above} ${styles.menu}`}>
        {onDelete ? (
          <Menu
            label={`More for ${calledAs}`}
            items={[
              {
                label: 'Delete',
                tone: 'red',
                icon: <IconTrash size={18} aria-hidden="true" />,
                onSelect: () => onDelete(trolly),
              },
            ]}
          />
        ) : null}
      </div>
    </li>
  )
}

/** Tells trollies of one day apart: order number, contents, last change. */
export const detailWords = ({ trolly, totals }: TrollySummary, now: Date): string =>
  [
    poNumberText(trolly.poNumber),
    countText(totals.lineCount, 'line'),
    `changed ${momentText(new Date(trolly.updatedAt), now)}`,
  ]
    .filter(Boolean)
    .join(' · ')

export const hasState = (trolly: TrollyView): boolean => stateOf(trolly) !== undefined

export function TrollyState({ trolly }: { trolly: TrollyView }) {
  const state = stateOf(trolly)
  if (state === undefined) return null
  return state === 'queued' ? <QueuedBadge trolly={trolly} /> : <Badge {...state} />
}

/** A sent trolly has no badge. */
const stateOf = (trolly: TrollyView): BadgeProps | 'queued' | undefined => {
  if (trolly.held || trolly.decisions.length > 0) return { tone: 'red', label: 'Action needed' }
  if (trolly.checkout === 'underWay') return { tone: 'amber', label: 'Order being placed' }
  if (trolly.checkout === 'queued') return 'queued'
  if (trolly.waitingCount > 0) return { tone: 'amber', label: `${trolly.waitingCount} on this device` }
  return undefined
}

function QueuedBadge({ trolly }: { trolly: TrollyView }) {
  return useTooLate(trolly) ? (
    <Badge tone="red" label="Order not placed" />
  ) : (
    <Badge tone="amber" label="Order not placed yet" />
  )
}
