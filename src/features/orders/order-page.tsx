import { Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { asOfText } from '#domain/as-of.ts'
import { orderedEstimateText, weighedText } from '#domain/catch-weight.ts'
import { slotText } from '#domain/collection.ts'
import { changeUntilText } from '#domain/delivery-days.ts'
import { placeFacts } from '#domain/delivery-words.ts'
import { discountTexts } from '#domain/discount-words.ts'
import { orderAmountText } from '#domain/known-orders.ts'
import { dayText } from '#domain/london-time.ts'
import { eachText, moneyText } from '#domain/money.ts'
import { mayStillChange, placedByText } from '#domain/order.ts'
import { billedFacts } from '#domain/paperwork/billed-facts.ts'
import { shortTexts } from '#domain/picking.ts'
import { countText } from '#domain/plain-text.ts'
import { shortOf } from '#domain/shortages.ts'
import { termsTexts } from '#domain/substitution-words.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'
import { totalFacts } from '#src/features/orders/total-facts.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import card from '#src/ui/layout/card.module.css'
import { type Definition, DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { GoodsList } from '#src/ui/list/goods-list.tsx'
import { LoadingRows, RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { EmptyState } from '#src/ui/status/empty-state.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Money } from '#src/ui/status/money.tsx'
import styles from './order-page.module.css'
import { OrderStatus } from './order-status.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { useOrder } from './use-order.ts'

export type OrderPageProps = {
  id: string
  renderNotice: (order: TrackedOrder) => ReactNode
  renderActions: (order: TrackedOrder) => ReactNode
  renderDocuments: (order: TrackedOrder) => ReactNode
  /** What stands with or in place of the order's lines. */
  renderLines: (order: TrackedOrder, lines: ReactNode) => ReactNode
}

export function OrderPage(props: OrderPageProps) {
  const { id, renderNotice, renderActions, renderDocuments, renderLines } = props
  const { order, keptAt, error, retry } = useOrder(id)
  if (order) {
    const parts = {
      notice: renderNotice(order),
      actions: renderActions(order),
      documents: renderDocuments(order),
      renderLines,
    }
    return <Order order={order} keptAt={keptAt} {...parts} />
  }
  const isMissing = error instanceof ApiError && error.code === 'order_not_found'
  return (
    <>
      <PageHeader title="Order" back={ACTIVE} />
      {isMissing ? (
        <EmptyState
          words={messageOfError(error)}
          action={<ButtonLink to={HISTORY.to}>{HISTORY.label}</ButtonLink>}
        />
      ) : error ? (
        <FailedState words={messageOfError(error)} onRetry={retry} />
      ) : (
        <LoadingRows count={6} skeleton={<RowSkeleton />} />
      )}
    </>
  )
}

const ACTIVE = { to: '/orders/active-orders', label: 'Active orders' }
const HISTORY = { to: '/orders/history', label: 'Order history' }

type OrderProps = {
  order: TrackedOrder
  keptAt: number | undefined
  notice: ReactNode
  actions: ReactNode
  documents: ReactNode
  renderLines: OrderPageProps['renderLines']
}

function Order({ order, keptAt, notice, actions, documents, renderLines }: OrderProps) {
  const now = new Date(useMinute())
  const {
    orderNo,
    customerName,
    deliveryDay,
    status,
    lines,
    cutOffAt,
    payBy,
    deliveredAt,
    cancelledAt,
    replacedAt,
    poNumber,
  } = order
  const isPast = deliveredAt !== null || cancelledAt !== null || replacedAt !== null
  const changeUntil =
    mayStillChange(order, now) && cutOffAt !== null
      ? changeUntilText(cutOffAt, now, payBy === 'card' ? 'Cancel' : 'Change')
      : null
  const short = lines.filter((line) => shortOf(line) > 0)
  return (
    <Stack gap={16}>
      <PageHeader
        title={`Order ${orderNo}`}
        detail={[customerName, dayText(deliveryDay, now)].join(' · ')}
        back={isPast ? HISTORY : ACTIVE}
      />
      {keptAt === undefined ? null : (
        <Banner tone="plain" inset>
          {`Saved on this device, as of ${asOfText(new Date(keptAt), now)}. Trolly could not be reached.`}
        </Banner>
      )}
      <Stack mx="var(--page-edge)">{notice}</Stack>
      <div className={styles.columns}>
        <Box px={16} py={20} className={`${card.card} ${styles.card}`}>
          <Group justify="space-between" align="flex-start" gap="4px 12px">
            <div>
              <p className={styles.amount}>
                <Money>{orderAmountText(order)}</Money>
              </p>
              <Text size="xs" c="dimmed">
                {[
                  countText(lines.length, 'line'),
                  payBy === 'account' ? 'on account' : 'by card',
                  ...(poNumber === '' ? [] : [`PO ${poNumber.replace(/^PO\s*/i, '')}`]),
                ].join(' · ')}
              </Text>
              {changeUntil ? (
                <Text size="xs" c="dimmed">
                  {changeUntil}
                </Text>
              ) : null}
            </div>
            <OrderStatus status={status} shortCount={short.length} />
          </Group>
          <OrderTimeline order={order} />
          {actions}
          <Facts order={order} />
          {documents}
        </Box>
        <div>{renderLines(order, <Lines lines={lines} />)}</div>
      </div>
    </Stack>
  )
}

function Lines({ lines }: Pick<TrackedOrder, 'lines'>) {
  return (
    <Section title={countText(lines.length, 'line')} flush>
      <GoodsList
        label="Order lines"
        goods={lines.map((line) => {
          const sum = orderedEstimateText(line)
          return {
            ...line,
            brand: '',
            unitText: sum ? '' : eachText({ ...line, pricePence: line.unitPricePence }),
            amountText: amountOf(line),
            note: noteOf(line, lines),
            detail: textOf([
              textOf([sum ?? detailOf(line), insteadOf(line, lines), ...discountTexts(line)]),
              termsTexts(line).join(' · '),
            ]),
          }
        })}
      />
    </Section>
  )
}

const textOf = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter(Boolean).join(', ') || undefined

type Line = TrackedOrder['lines'][number]

/** What was billed, once that is known: the lines add up to the order's amount. */
const amountOf = (line: Line): string =>
  typeof line.billedPence === 'number' ? moneyText(line.billedPence) : orderedText(line)

const orderedText = ({ catchWeight, netPence }: Line): string =>
  `${catchWeight ? 'about ' : ''}${moneyText(netPence)}`

/** What was delivered or will be missing, and what it came to as ordered, where that is another amount. */
const noteOf = (line: Line, lines: readonly Line[]): string | undefined => {
  const { quantity, deliveredQuantity } = line
  const words = [
    ...(deliveredQuantity === null
      ? shortTexts(line, lines)
      : shortOf(line) > 0
        ? [`${deliveredQuantity} of ${quantity} delivered`]
        : []),
    ...(isWeighed(line) ? [] : orderedWords(line)),
  ]
  return words.length === 0 ? undefined : words.join(', ')
}

/** How the estimate of a weighed line led to what was billed. On a phone it has two lines, which must not begin with "kg". */
const detailOf = (line: Line): string | undefined =>
  isWeighed(line)
    ? [weighedText(line), ...orderedWords(line)].join(', ').replaceAll(' kg', '\u00a0kg')
    : undefined

/** A substitute that was agreed in advance. */
const insteadOf = ({ standsFor }: Line, lines: readonly Line[]): string | undefined => {
  const replaced = lines.find(({ position }) => typeof standsFor === 'number' && position === standsFor)
  return replaced && `in place of ${replaced.name}`
}

const isWeighed = ({ deliveredWeightGrams }: Line): boolean => typeof deliveredWeightGrams === 'number'

const orderedWords = (line: Line): string[] =>
  line.billedPence === undefined || line.billedPence === null || line.billedPence === line.netPence
    ? []
    : [`${orderedText(line)} ordered`]

function Facts({ order }: { order: TrackedOrder }) {
  const { totals, poNumber, instructions, placedBy, channel, revision, exportedAt } = order
  const billed = billedFacts(order)
  return (
    <DefinitionList
      items={[
        ...totalFacts({ totals, lines: order.lines }, billed.length > 0),
        ...billed,
        paymentFact(order),
        ...placeFacts(order),
        ...(order.collectionSlot ? [{ term: 'Collection time', value: slotText(order.collectionSlot) }] : []),
        ...(poNumber === '' ? [] : [{ term: 'Purchase order', value: poNumber }]),
        ...(instructions === '' ? [] : [{ term: 'Instructions', value: instructions }]),
        ...(placedBy === null
          ? []
          : [{ term: 'Placed by', value: placedByText({ placedBy, ...(channel && { channel }) }) }]),
        ...(revision === 1 ? [] : [{ term: 'Changed', value: timesText(revision - 1) }]),
        ...(exportedAt === null ? [] : [{ term: 'Exported', value: dayText(exportedAt.slice(0, 10)) }]),
      ]}
    />
  )
}

const paymentFact = ({
  payBy,
  confirmedAt,
  cancelledAt,
}: Pick<TrackedOrder, 'payBy' | 'confirmedAt' | 'cancelledAt'>): Definition => {
  if (payBy === 'account') return { term: 'Payment', value: 'On account' }
  if (confirmedAt !== null) return { term: 'Paid', value: 'By card' }
  return { term: 'Payment', value: cancelledAt === null ? 'To be paid by card' : 'Not paid' }
}

const timesText = (count: number): string => (count === 1 ? 'Once' : `${count} times`)
