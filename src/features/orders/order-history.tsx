import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { OrderSummary } from '#contract/orders.ts'
import { momentText } from '#domain/as-of.ts'
import { amountCell } from '#domain/csv.ts'
import { ORDERS_KEPT_DAYS } from '#domain/known-orders.ts'
import { dayText, isDay, londonDayOf } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { ORDER_STATUS_WORDS, orderText, type OrderStatus as Status } from '#domain/order.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { DAY_ORDER, type ListColumn, NUMBER_ORDER } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { OrderSegments } from './order-segments.tsx'
import { type ClaimNews, OrderStatus, shortWords } from './order-status.tsx'
import { type PERIODS, useOrderHistory } from './use-order-history.ts'

export type OrderHistoryProps = {
  customer: { id: string; name: string }
  /** Whether the person may order for more than one. */
  hasOthers: boolean
  /** By the order's id, what its claims have come to, as far as this device knows. */
  claimNews: ReadonlyMap<string, ClaimNews>
  onOpen: (order: OrderSummary) => void
  renderAction: (order: OrderSummary, tabIndex: number) => ReactNode
}

export function OrderHistory(props: OrderHistoryProps) {
  const { customer, hasOthers, claimNews, onOpen, renderAction } = props
  const address = useListAddress(LAST_FIRST)
  const { rows, keptAt, loadRows } = useOrderHistory(address.request, customer.id)
  const { accounts, day } = address.request.filters
  const showsAll = accounts === 'all'
  const columns = useMemo(() => columnsOf(claimNews, showsAll), [claimNews, showsAll])
  return (
    <ListScreen
      title="Order history"
      detail={
        keptAt === undefined
          ? showsAll
            ? 'All accounts'
            : customer.name
          : `Offline: the last ${ORDERS_KEPT_DAYS} days, as of ${momentText(new Date(keptAt), new Date())}`
      }
      noun={['order', 'orders']}
      address={address}
      found={rows}
      columns={columns}
      filters={[
        STATUS,
        day !== undefined && isDay(day) ? dayFilter(day) : PERIOD,
        ...(hasOthers ? [accountsFilter(customer.name)] : []),
      ]}
      above={<OrderSegments current="/orders/history" />}
      rowId={({ id }) => id}
      onOpen={onOpen}
      renderAction={renderAction}
      actionLabel="Order again"
      csv={{ name: 'orders', loadRows, onFailure: showFailure }}
      empty={{
        words: 'No orders yet. Orders you place on any device appear here.',
        action: (
          <ButtonLink variant="filled" to="/home">
            Start an order
          </ButtonLink>
        ),
      }}
    />
  )
}

const LAST_FIRST = { sort: 'placedAt', descending: true }

const columnsOf = (
  claimNews: OrderHistoryProps['claimNews'],
  showsAll: boolean,
): ListColumn<OrderSummary>[] => [
  ORDER_NO,
  ...(showsAll ? [ACCOUNT] : []),
  ...DAYS,
  {
    id: 'status',
    label: 'Status',
    text: ({ id, status, shortCount }) =>
      [
        ORDER_STATUS_WORDS[status],
        ...(shortCount === 0 ? [] : [shortWords(shortCount)]),
        claimNews.get(id)?.words,
      ]
        .filter(Boolean)
        .join(', '),
    cell: ({ id, status, shortCount }) => (
      <OrderStatus status={status} shortCount={shortCount} claim={claimNews.get(id)} />
    ),
    narrow: 'badge',
  },
  ...AMOUNTS,
]

const ORDER_NO: ListColumn<OrderSummary> = {
  id: 'orderNo',
  label: 'Order',
  text: orderText,
  csv: ({ orderNo, poNumber }) => orderText({ orderNo, poNumber }),
  sortable: true,
  orderWords: NUMBER_ORDER,
  width: '10rem',
}

const DAYS: ListColumn<OrderSummary>[] = [
  {
    id: 'placedAt',
    label: 'Placed',
    text: ({ placedAt }) => dayText(londonDayOf(new Date(placedAt)), new Date()),
    csv: ({ placedAt }) => londonDayOf(new Date(placedAt)),
    sortable: true,
    orderWords: DAY_ORDER,
    narrow: 'spare',
    width: '7.5rem',
  },
  {
    id: 'deliveryDay',
    label: 'Delivery',
    text: ({ deliveryDay }) => dayText(deliveryDay, new Date()),
    csv: ({ deliveryDay }) => deliveryDay,
    sortable: true,
    orderWords: DAY_ORDER,
    width: '7.5rem',
  },
]

const AMOUNTS: ListColumn<OrderSummary>[] = [
  {
    id: 'lineCount',
    label: 'Lines',
    text: ({ lineCount }) => lineCount,
    isNumber: true,
    width: '4rem',
  },
  {
    id: 'totalPence',
    label: 'Ordered',
    text: ({ totalPence }) => moneyText(totalPence),
    cell: ({ totalPence, billedPence = null }) => (
      // A narrow row names it only where another amount was billed.
      <Text
        span
        inherit
        c="dimmed"
        data-only={(billedPence ?? totalPence) === totalPence ? 'wide' : undefined}
      >
        {moneyText(totalPence)}
      </Text>
    ),
    csv: ({ totalPence }) => amountCell(totalPence),
    isNumber: true,
    sortable: true,
    narrow: 'spare',
    width: '6.5rem',
  },
  {
    id: 'billedPence',
    label: 'Billed',
    text: ({ billedPence = null }) => (billedPence === null ? '' : moneyText(billedPence)),
    // A narrow row has one amount: what the order comes to, as far as it is known.
    cell: ({ billedPence = null, totalPence }) => (
      <strong data-only={billedPence === null ? 'narrow' : undefined}>
        {moneyText(billedPence ?? totalPence)}
      </strong>
    ),
    csv: ({ billedPence = null }) => amountCell(billedPence),
    isNumber: true,
    narrow: 'amount',
    width: '6.5rem',
  },
]

const ACCOUNT: ListColumn<OrderSummary> = {
  id: 'customerName',
  label: 'Account',
  text: ({ customerName }) => customerName,
  narrow: 'plain',
}

const STATUSES: readonly Status[] = [
  'awaiting_payment',
  'placed',
  'picking',
  'dispatched',
  'delivered',
  'cancelled',
]

const STATUS: ListFilter = {
  name: 'status',
  label: 'Status',
  any: 'Any status',
  options: STATUSES.map((value) => ({ value, label: ORDER_STATUS_WORDS[value] })),
}

const PERIOD_WORDS: Record<keyof typeof PERIODS, string> = {
  week: 'Last 7 days',
  month: 'Last month',
  quarter: 'Last 3 months',
  year: 'Last year',
}

const PERIOD: ListFilter = {
  name: 'period',
  label: 'Delivery',
  any: 'Any time',
  options: Object.entries(PERIOD_WORDS).map(([value, label]) => ({ value, label })),
}

/** A report leads to the deliveries of one day; clearing it brings the periods back. */
const dayFilter = (day: string): ListFilter => ({
  name: 'day',
  label: 'Delivery',
  any: 'Any time',
  options: [{ value: day, label: dayText(day, new Date()) }],
})

const accountsFilter = (own: string): ListFilter => ({
  name: 'accounts',
  label: 'Accounts',
  any: own,
  options: [{ value: 'all', label: 'All accounts' }],
})
