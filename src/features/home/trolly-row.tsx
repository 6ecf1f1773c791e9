import { IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { momentText } from '#domain/as-of.ts'
import { moneyText } from '#domain/money.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { countText, trollyTitle } from '#domain/operations/words.ts'
import type { TrollySummary } from '#src/store/trolly-summaries.ts'
import { Badge, type BadgeProps } from '#src/ui/status/badge.tsx'
import { Money } from '#src/ui/status/money.tsx'
import { Menu } from '#src/ui/surface/menu.tsx'
import styles from './trolly-row.module.css'

export type TrollyRowProps = {
  summary: TrollySummary
  /** It is the one that products go into. */
  current: boolean
  now: Date
  /** Another one in the list has the same title. */
  isTwin: boolean
  /** undefined: this user may only look. */
  onDelete: ((trolly: TrollyView) => void) | undefined
}

/** An open trolly in a list: for when, what is in it, what it comes to, and whether it has been sent. */
export function TrollyRow({ summary, current, now, isTwin, onDelete }: TrollyRowProps) {
  const { trolly, totals } = summary
  const title = trollyTitle(trolly, now)
  const detail = detailWords(summary, now)
  const calledAs = isTwin ? `${title}, ${detail}` : title
  const content = contentWords(summary)
  const state = stateOf(trolly)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Link
          className={styles.title}
          to={`/orders/create-${trolly.id}`}
          aria-label={isTwin ? calledAs : undefined}
        >
          {title}
        </Link>
        <p className={styles.detail}>{detail}</p>
        {content ? <p className={styles.content}>{content}</p> : null}
        {current || state ? (
          <p className={styles.badges}>
            {current ? <Badge tone="blue" label="Products go here" /> : null}
            {state ? <Badge {...state} /> : null}
          </p>
        ) : null}
      </div>
      <p className={styles.total}>
        <Money>{`${totals.estimated ? 'about ' : ''}${moneyText(totals.totalPence)}`}</Money>
      </p>
      <div className={styles.menu}>
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

/** What tells it from others of its day: its purchase order number, how much is in it, when it was last changed. */
const detailWords = ({ trolly, totals }: TrollySummary, now: Date): string =>
  [
    numberWords(trolly.poNumber),
    countText(totals.lineCount, 'line'),
    `changed ${momentText(new Date(trolly.updatedAt), now)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Many write the letters before the number themselves. */
const numberWords = (poNumber: string): string =>
  poNumber === '' || /^po\b/i.test(poNumber) ? poNumber : `PO ${poNumber}`

/** "Double Cream, Sour Cream and 7 more" */
const contentWords = ({ totals, firstNames }: TrollySummary): string => {
  if (firstNames.length === 0) return ''
  const more = totals.lineCount - firstNames.length
  return `${firstNames.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Sent is the quiet state and has no badge. */
const stateOf = (trolly: TrollyView): BadgeProps | undefined => {
  if (trolly.held || trolly.decisions.length > 0) return { tone: 'red', label: 'Needs you' }
  if (trolly.checkout === 'underWay') return { tone: 'amber', label: 'Order being placed' }
  if (trolly.checkout === 'queued') return { tone: 'amber', label: 'Order not placed yet' }
  if (trolly.waitingCount > 0) return { tone: 'amber', label: `${trolly.waitingCount} on this device` }
  return undefined
}
