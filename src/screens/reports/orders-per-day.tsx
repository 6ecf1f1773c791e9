import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { OrdersOfGroup, OrdersPerDay } from '#contract/orders-per-day.ts'
import { amountCell } from '#domain/csv.ts'
import { dayPlus, daysText, dayText, londonDayOf } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import {
  CHANNEL_WORDS,
  groupText,
  HOURS_BEFORE,
  HOURS_WORDS,
  METHOD_WORDS,
  ORDER_GROUPS,
  type OrderGroup,
} from '#domain/orders-per-day.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useOrdersPerDay } from '#src/features/orders-per-day/use-orders-per-day.ts'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { changeDetail, changeText } from '#src/ui/kit/report/change-text.ts'
import type { ChartProps } from '#src/ui/kit/report/chart-props.ts'
import { daysBack, periodOf } from '#src/ui/kit/report/period.ts'
import { ReportScreen } from '#src/ui/kit/report/report-screen.tsx'

const BY_KEY = { sort: 'key' }
const PERIOD_DAYS = 28
/** Orders come in for days ahead. */
const DAYS_AHEAD = 90

export function Screen() {
  const navigate = useNavigate()
  const address = useListAddress(BY_KEY)
  const { request, change } = address
  const today = londonDayOf(new Date())
  const period = periodOf(request.filters, daysBack(today, PERIOD_DAYS))
  const { rows, report, loadRows } = useOrdersPerDay(request, period)
  // The rows of the last request stay while the next ones load.
  const by = report?.by ?? groupOf(request.filters.by)
  const columns = useMemo(() => columnsOf(by), [by])
  const open = ({ key }: OrdersOfGroup) => {
    if (by === 'day') navigate(`/orders/history?accounts=all&day=${key}`)
    else change({ filters: { ...request.filters, by: '', [by]: key } })
  }
  return (
    <ReportScreen
      title="Orders per day"
      detail={report ? `By delivery day, compared with ${daysText(report.before)}` : 'By delivery day'}
      noun={NOUNS[by]}
      address={address}
      found={rows}
      columns={columns}
      filters={filtersOf(report?.depots ?? [])}
      rowId={({ key }) => key}
      onOpen={open}
      csv={{
        name: `orders-per-${by}-${period.from}-${period.to}`,
        loadRows,
        onFailure: showFailure,
        columns: [...columns.filter(({ id }) => id !== 'change'), ...BEFORE],
      }}
      empty={{ words: 'No orders in this period. Choose a longer one.', icon: null }}
      today={today}
      latest={dayPlus(today, DAYS_AHEAD)}
      period={period}
      onPeriod={({ from, to }) => change({ filters: { ...request.filters, from, to } })}
      figures={report && figuresOf(report)}
      chart={report && chartOf(report)}
    />
  )
}

const NOUNS: Record<OrderGroup, readonly [string, string]> = {
  day: ['day', 'days'],
  depot: ['depot', 'depots'],
  channel: ['channel', 'channels'],
  method: ['method', 'methods'],
  hours: ['range', 'ranges'],
}

const GROUP_LABELS: Record<OrderGroup, string> = {
  day: 'Delivery day',
  depot: 'Depot',
  channel: 'Channel',
  method: 'Method',
  hours: 'Before cut-off',
}

const groupOf = (text: string | undefined): OrderGroup =>
  ORDER_GROUPS.find((group) => group === text) ?? 'day'

const columnsOf = (by: OrderGroup): ListColumn<OrdersOfGroup>[] => [
  {
    id: 'key',
    label: GROUP_LABELS[by],
    text: ({ key }) => groupText(by, key, new Date()),
    csv: ({ key }) => (by === 'day' ? key : groupText(by, key, new Date())),
    sortable: true,
    orderWords: ORDER_WORDS[by],
  },
  count('orders', 'Orders'),
  count('lines', 'Lines'),
  amount('netPence', 'Goods'),
  { ...amount('totalPence', 'Value'), narrow: 'amount' },
  {
    id: 'change',
    label: 'Change',
    text: ({ totalPence, before }) => changeText(totalPence, before.totalPence),
    sortable: true,
    isNumber: true,
    width: '7rem',
  },
]

const ORDER_WORDS: Partial<Record<OrderGroup, readonly [string, string]>> = {
  day: DAY_ORDER,
  hours: ['latest first', 'earliest first'],
}

function count(id: 'orders' | 'lines', label: string): ListColumn<OrdersOfGroup> {
  return {
    id,
    label,
    text: (row) => row[id],
    cell: (row) => row[id].toLocaleString('en-GB'),
    sortable: true,
    isNumber: true,
    width: '6.5rem',
  }
}

function amount(id: 'netPence' | 'totalPence', label: string): ListColumn<OrdersOfGroup> {
  return {
    id,
    label,
    text: (row) => moneyText(row[id]),
    csv: (row) => amountCell(row[id]),
    sortable: true,
    isNumber: true,
    narrow: 'spare',
    width: '9rem',
  }
}

const BEFORE: readonly Pick<ListColumn<OrdersOfGroup>, 'label' | 'text' | 'csv'>[] = [
  { label: 'Orders before', text: ({ before }) => before.orders },
  {
    label: 'Value before',
    text: ({ before }) => moneyText(before.totalPence),
    csv: ({ before }) => amountCell(before.totalPence),
  },
]

const filtersOf = (depots: readonly string[]): ListFilter[] => [
  {
    name: 'by',
    label: 'Group by',
    any: GROUP_LABELS.day,
    options: ORDER_GROUPS.flatMap((value) =>
      value === 'day' ? [] : [{ value, label: GROUP_LABELS[value] }],
    ),
  },
  {
    name: 'depot',
    label: 'Depot',
    any: 'Any depot',
    options: depots.map((value) => ({ value, label: groupText('depot', value, new Date()) })),
  },
  { name: 'channel', label: 'Channel', any: 'Any channel', options: optionsOf(CHANNEL_WORDS) },
  { name: 'method', label: 'Method', any: 'Delivered or collected', options: optionsOf(METHOD_WORDS) },
  {
    name: 'hours',
    label: 'Before cut-off',
    any: 'Any time',
    options: HOURS_BEFORE.map((value) => ({ value, label: HOURS_WORDS[value] })),
  },
]

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const figuresOf = ({ totals, before }: OrdersPerDay) => [
  {
    label: 'Orders',
    value: totals.orders.toLocaleString('en-GB'),
    ...changeDetail(totals.orders, before.orders),
  },
  {
    label: 'Lines',
    value: totals.lines.toLocaleString('en-GB'),
    ...changeDetail(totals.lines, before.lines),
  },
  {
    label: 'Value',
    value: moneyText(totals.totalPence),
    ...changeDetail(totals.totalPence, before.totalPence),
  },
]

const chartOf = ({ days }: OrdersPerDay): ChartProps => ({
  label: 'Orders per delivery day',
  rows: days,
  along: { name: 'day', label: 'Day', words: (day) => dayText(day) },
  series: [
    { name: 'customer', label: CHANNEL_WORDS.customer, colour: '--blue' },
    { name: 'office', label: CHANNEL_WORDS.office, colour: '--amber-solid' },
    { name: 'other', label: CHANNEL_WORDS.other, colour: '--line-strong' },
  ],
})
