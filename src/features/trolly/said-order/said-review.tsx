import { Stack, Text } from '@mantine/core'
import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react'
import type { Product } from '#domain/product.ts'
import type { Ignored } from '#domain/said-order/read-said-order.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { SaidLineRow } from './said-line-row.tsx'
import styles from './said-order.module.css'
import type { SaidRow } from './said-rows.ts'

export type SaidReviewProps = {
  rows: readonly SaidRow[]
  setRows: Dispatch<SetStateAction<readonly SaidRow[]>>
  ignored: readonly Ignored[]
  isListWhole: boolean
  suggest: ((text: string) => Promise<readonly Product[]>) | undefined
}

/** Every line of a message with the product that it may mean. The person ticks what is to be added. */
export function SaidReview({ rows, setRows, ignored, isListWhole, suggest }: SaidReviewProps) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const change = (id: number, next: (row: SaidRow) => SaidRow) =>
    setRows((before) => before.map((row) => (row.id === id ? next(row) : row)))

  const leaveOut = (row: SaidRow) => {
    const at = rows.indexOf(row)
    setRows((before) => before.filter(({ id }) => id !== row.id))
    heading.current?.focus()
    notifications.show({
      message: `“${row.line.text}” left out`,
      showInProduction: true,
      restoreButton: { onRestore: () => setRows((before) => before.toSpliced(at, 0, row)) },
    })
  }

  return (
    <Stack gap={0}>
      <p ref={heading} tabIndex={-1} className={styles.summary} role="status">
        {summaryOf(rows)}
      </p>
      {isListWhole ? null : (
        <Banner tone="amber">
          Products are still downloading, so some lines may have a better match. Check them, or try again in a
          minute.
        </Banner>
      )}
      <ul aria-label="Lines">
        {rows.map((row) => (
          <SaidLineRow
            key={row.id}
            row={row}
            onChange={(next) => change(row.id, next)}
            onLeaveOut={() => leaveOut(row)}
            suggest={suggest}
          />
        ))}
      </ul>
      <LeftOut ignored={ignored} />
    </Stack>
  )
}

const summaryOf = (rows: readonly SaidRow[]): string => {
  const asked = rows.filter(({ question, isTicked }) => question !== undefined && !isTicked).length
  if (rows.length === 0) return 'No products in this list'
  if (asked === 0) return 'Tick what you want, then add it'
  return asked === 1 ? '1 line needs your answer' : `${asked} lines need your answer`
}

function LeftOut({ ignored }: Pick<SaidReviewProps, 'ignored'>) {
  if (ignored.length === 0) return null
  return (
    <Stack gap={4} p="var(--s4)">
      <Text size="xs" c="dimmed" id="left-out">
        Not read as products
      </Text>
      <ul aria-labelledby="left-out">
        {[...new Map(ignored.map((each) => [each.text, each])).values()].map(({ text, why }) => (
          <li key={text} className={styles.ignored}>
            “{text}”{WHY[why]}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const WHY: Record<Ignored['why'], string> = {
  chatter: '',
  none: ': nothing is ordered',
  tooLong: ' and what follows is too long to read at once. Paste the rest as another list',
  reference: ': not understood. To repeat an order, use Order again on the orders page',
}
