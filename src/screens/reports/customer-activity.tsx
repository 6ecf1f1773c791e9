import { useState } from 'react'
import type { ActiveCustomer, CustomerActivity } from '#contract/customer-activity.ts'
import { amountCell } from '#domain/csv.ts'
import { ACTIVITY_STATES, ACTIVITY_WORDS, type ActivityState } from '#domain/customer-activity.ts'
import { daysText, dayText, londonDayOf } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useCustomerActivity } from '#src/features/customer-activity/use-customer-activity.ts'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { type ListAddress, useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { RecordDetail } from '#src/ui/kit/record/record-detail.tsx'
import { changeDetail, changeText } from '#src/ui/kit/report/change-text.ts'
import type { ChartProps } from '#src/ui/kit/report/chart-props.ts'
import { daysBack, periodOf } from '#src/ui/kit/report/period.ts'
import { ReportScreen } from '#src/ui/kit/report/report-screen.tsx'
import { Badge, type BadgeProps } from '#src/ui/status/badge.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

const COLUMNS: ListColumn<ActiveCustomer>[] = [
  { id: 'customerName', label: 'Customer', text: ({ customerName }) => customerName, sortable: true },
  {
    id: 'customerId',
    label: 'Account',
    text: ({ customerId }) => customerId,
    narrow: 'spare',
    width: '7rem',
  },
  {
    id: 'state',
    label: 'State',
    text: ({ state }) => ACTIVITY_WORDS[state],
    cell: ({ state }) => <Badge label={ACTIVITY_WORDS[state]} tone={TONES[state]} />,
    narrow: 'badge',
    width: '9.5rem',
  },
  day('lastSignInAt', 'Last signed in'),
  day('lastOrderAt', 'Last order'),
  {
    id: 'usualDays',
    label: 'Usually every',
    text: ({ usualDays }) => (usualDays === null ? '' : daysWords(usualDays)),
    csv: ({ usualDays }) => (usualDays === null ? null : Math.round(usualDays * 10) / 10),
    sortable: true,
    isNumber: true,
    width: '8rem',
  },
  {
    id: 'orders',
    label: 'Orders',
    text: ({ orders }) => orders,
    sortable: true,
    isNumber: true,
    narrow: 'spare',
    width: '5.5rem',
  },
  {
    id: 'totalPence',
    label: 'Spend',
    text: ({ totalPence }) => moneyText(totalPence),
    csv: ({ totalPence }) => amountCell(totalPence),
    sortable: true,
    isNumber: true,
    narrow: 'amount',
    width: '8rem',
  },
  {
    id: 'change',
    label: 'Change',
    text: ({ totalPence, before }) => changeText(totalPence, before.totalPence),
    sortable: true,
    isNumber: true,
    width: '6rem',
  },
  {
    id: 'lost',
    label: 'Products lost',
    text: ({ lostCount }) => lostCount,
    isNumber: true,
    narrow: 'spare',
    width: '7rem',
  },
]

const BEYOND: readonly Pick<ListColumn<ActiveCustomer>, 'label' | 'text' | 'csv'>[] = [
  {
    label: 'Spend before',
    text: ({ before }) => moneyText(before.totalPence),
    csv: ({ before }) => amountCell(before.totalPence),
  },
  {
    label: 'Lost',
    text: ({ lost }) => lost.map(({ product_no, name }) => `${product_no} ${name}`).join('; '),
  },
]

const TONES: Record<ActivityState, NonNullable<BadgeProps['tone']>> = {
  ordering: 'plain',
  slipping: 'red',
  stopped: 'plain',
  never: 'plain',
}

const FILTERS: ListFilter[] = [
  {
    name: 'state',
    label: 'State',
    any: 'Any state',
    options: ACTIVITY_STATES.map((value) => ({ value, label: ACTIVITY_WORDS[value] })),
  },
]

const MOST_SPENT = { sort: 'totalPence', descending: true }
const PERIOD_DAYS = 28

export function Screen() {
  const address = useListAddress(MOST_SPENT)
  const { request, change } = address
  const today = londonDayOf(new Date())
  const period = periodOf(request.filters, daysBack(today, PERIOD_DAYS))
  const { rows, report, loadRows } = useCustomerActivity(request, period)
  const [opened, setOpened] = useState<ActiveCustomer>()
  return (
    <>
      <ReportScreen
        title="Customer activity"
        detail={report && `Compared with ${daysText(report.before)}`}
        noun={['customer', 'customers']}
        address={address}
        found={rows}
        columns={COLUMNS}
        filters={FILTERS}
        rowId={({ customerId }) => customerId}
        onOpen={setOpened}
        csv={{
          name: `customer-activity-${period.from}-${period.to}`,
          loadRows,
          onFailure: showFailure,
          columns: [...COLUMNS, ...BEYOND],
        }}
        empty={{ words: 'No customers yet.', icon: null }}
        today={today}
        period={period}
        onPeriod={({ from, to }) => change({ filters: { ...request.filters, from, to } })}
        figures={report && figuresOf(report, address)}
        chart={report && chartOf(report)}
      />
      {opened ? <CustomerSheet customer={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}

type CustomerSheetProps = { customer: ActiveCustomer; onClose: () => void }

function CustomerSheet({ customer, onClose }: CustomerSheetProps) {
  const { customerName, customerId, usualDays, lastDeliveryDay, lost, lostCount } = customer
  const now = new Date()
  return (
    <Sheet open title={customerName} onClose={onClose}>
      <RecordDetail
        details={[
          { label: 'Account', value: customerId },
          {
            label: 'Last delivery day',
            value: lastDeliveryDay === null ? 'None' : dayText(lastDeliveryDay, now),
          },
          { label: 'Usually ordered every', value: usualDays === null ? 'Not known' : daysWords(usualDays) },
          {
            label:
              lostCount > lost.length
                ? `Products lost, first ${lost.length} of ${lostCount}`
                : 'Products lost',
            value: lost.length === 0 ? 'None' : <LostProducts lost={lost} />,
          },
        ]}
      />
    </Sheet>
  )
}

function LostProducts({ lost }: Pick<ActiveCustomer, 'lost'>) {
  return (
    <ul>
      {lost.map(({ product_no, name, deliveries, lastDay }) => (
        <li key={product_no}>
          {`${name}: ${countText(deliveries, 'delivery', 'deliveries')}, last on ${dayText(lastDay, new Date())}`}
        </li>
      ))}
    </ul>
  )
}

const daysWords = (days: number): string => countText(Math.max(1, Math.round(days)), 'day')

function day(id: 'lastSignInAt' | 'lastOrderAt', label: string): ListColumn<ActiveCustomer> {
  const dayOf = (row: ActiveCustomer): string => {
    const at = row[id]
    return at === null ? '' : londonDayOf(new Date(at))
  }
  return {
    id,
    label,
    text: (row) => (dayOf(row) === '' ? '' : dayText(dayOf(row), new Date())),
    csv: dayOf,
    sortable: true,
    orderWords: DAY_ORDER,
    width: '8.5rem',
  }
}

const figuresOf = (
  { totals, before, states }: CustomerActivity,
  { request: { filters }, change }: ListAddress,
) => [
  {
    label: 'Spend',
    value: moneyText(totals.totalPence),
    ...changeDetail(totals.totalPence, before.totalPence),
  },
  {
    label: 'Orders',
    value: totals.orders.toLocaleString('en-GB'),
    ...changeDetail(totals.orders, before.orders),
  },
  ...states.flatMap(({ state, count }) => {
    if (state === 'never') return []
    const pressed = filters.state === state
    return {
      label: ACTIVITY_WORDS[state],
      value: count.toLocaleString('en-GB'),
      filter: { pressed, onPress: () => change({ filters: { ...filters, state: pressed ? '' : state } }) },
    }
  }),
]

const chartOf = ({ days }: CustomerActivity): ChartProps => ({
  label: 'Spend per delivery day, in pounds',
  rows: days.map(({ day: on, totalPence }) => ({ day: on, pounds: Math.round(totalPence / 100) })),
  along: { name: 'day', label: 'Day', words: (on) => dayText(on) },
  series: [{ name: 'pounds', label: 'Spend', colour: '--blue' }],
})
