import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OrderSummary } from '#contract/orders.ts'
import { momentText } from '#domain/as-of.ts'
import { amountCell } from '#domain/csv.ts'
import { dayText } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { ACTIVE_STATUSES, type ActiveStatus, ORDER_STATUS_WORDS, orderText } from '#domain/order.ts'
import { isStaffType, mayReport } from '#domain/user.ts'
import { customersQuery } from '#src/device/customers/customer-queries.ts'
import type { CustomersFound } from '#src/device/customers/look-up-customers.ts'
import { useApi, useUser } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { DAY_ORDER, type ListColumn, NUMBER_ORDER } from '#src/ui/kit/list/list-column.ts'
import { type ListAddress, useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { OrderSegments } from './order-segments.tsx'
import { OrderStatus } from './order-status.tsx'
import { StatusLinks } from './status-links.tsx'
import { useActiveOrderFilters, useActiveOrders } from './use-active-orders.ts'

type Filters = ReturnType<typeof useActiveOrderFilters>

const COLUMNS: ListColumn<OrderSummary>[] = [
  {
    id: 'orderNo',
    label: 'Order',
    text: orderText,
    csv: ({ orderNo, poNumber }) => orderText({ orderNo, poNumber }),
    sortable: true,
    orderWords: NUMBER_ORDER,
    width: '11rem',
  },
  {
    id: 'customerName',
    label: 'Account',
    text: ({ customerName }) => customerName,
    sortable: true,
    narrow: 'plain',
  },
  {
    id: 'deliveryDay',
    label: 'Delivery',
    text: ({ deliveryDay }) => dayText(deliveryDay, new Date()),
    csv: ({ deliveryDay }) => deliveryDay,
    sortable: true,
    orderWords: DAY_ORDER,
    width: '8rem',
  },
  {
    id: 'status',
    label: 'Status',
    text: ({ status }) => ORDER_STATUS_WORDS[status],
    cell: ({ status }) => <OrderStatus status={status} />,
    narrow: 'badge',
    width: '9.5rem',
  },
  {
    id: 'lineCount',
    label: 'Lines',
    text: ({ lineCount }) => lineCount,
    isNumber: true,
    width: '5rem',
  },
  {
    id: 'totalPence',
    label: 'Total',
    text: ({ totalPence }) => moneyText(totalPence),
    csv: ({ totalPence }) => amountCell(totalPence),
    isNumber: true,
    sortable: true,
    narrow: 'amount',
    width: '8rem',
  },
]

const EXPORTED: ListColumn<OrderSummary> = {
  id: 'exportedAt',
  label: 'Exported',
  text: ({ exportedAt }) => (exportedAt === null ? '' : momentText(new Date(exportedAt), new Date())),
  width: '9.5rem',
}

export type ActiveOrderListProps = {
  /** Only these; undefined: all that are not delivered yet. */
  status?: ActiveStatus | undefined
  onOpen: (order: OrderSummary) => void
}

export function ActiveOrderList({ status: named, onOpen }: ActiveOrderListProps) {
  const { account_type } = useUser()
  const isStaff = isStaffType(account_type)
  const reports = mayReport(account_type)
  const given = useListAddress(NEXT_FIRST)
  const address = reports ? given : withoutFilters(given)
  // Filters do nothing for C1 (specification, section 6), and a list by status is one.
  const status = reports ? named : undefined
  const isIgnored = !reports && (named !== undefined || Object.keys(given.request.filters).length > 0)
  const found = useActiveOrderFilters()
  const { data: customers } = useQuery(customersQuery(useApi()))
  const { rows, loadRows, loadFile, markExported, unmarkExported } = useActiveOrders(address.request, status)
  return (
    <ListScreen
      title={status ? ORDER_STATUS_WORDS[status] : 'Active orders'}
      detail={scopeOf(address.request.filters.customerId, found, customers)}
      noun={['order', 'orders']}
      address={address}
      found={rows}
      columns={isStaff ? [...COLUMNS.slice(0, -2), EXPORTED, ...COLUMNS.slice(-2)] : COLUMNS}
      filters={reports ? filtersOf(found, status, isStaff) : undefined}
      above={
        <>
          <OrderSegments current="/orders" />
          {isIgnored ? (
            <Text size="sm" c="dimmed" px="var(--page-edge)" pb={8}>
              Filters aren’t available with your sign-in, so this list shows all active orders.
            </Text>
          ) : (
            <StatusLinks current={status} />
          )}
        </>
      }
      rowId={({ id }) => id}
      onOpen={onOpen}
      bulk={
        isStaff
          ? [
              { label: 'Mark as exported', onRun: markExported },
              { label: 'Mark as not exported', onRun: unmarkExported },
            ]
          : undefined
      }
      csv={reports ? { name: 'active-orders', loadRows, loadFile, onFailure: showFailure } : undefined}
      empty={{
        words: 'No orders are in progress.',
        action: (
          <ButtonLink variant="subtle" to="/orders/history">
            Order history
          </ButtonLink>
        ),
      }}
    />
  )
}

/** Whose orders the page lists. */
const scopeOf = (
  customerId: string | undefined,
  found: Filters,
  customers: CustomersFound | undefined,
): string | undefined => {
  const only = customers?.total === 1 ? customers.data[0] : undefined
  const name = only?.name ?? found?.customers.find(({ id }) => id === customerId)?.name
  return name ?? (customerId === undefined ? 'All accounts' : undefined)
}

const NEXT_FIRST = { sort: 'deliveryDay' }

/** A link from somebody else may name filters. */
const withoutFilters = ({ request, change, ...address }: ListAddress): ListAddress => ({
  ...address,
  request: { ...request, filters: {} },
  change: (part) => change({ ...part, filters: {} }),
})

const filtersOf = (found: Filters, status: ActiveStatus | undefined, isStaff: boolean): ListFilter[] => {
  const counts = new Map(found?.names.map((one) => [one.status, one.count]))
  const counted = (label: string, count: number | undefined): string =>
    count === undefined ? label : `${label} (${count})`
  const ofStatus: ListFilter = {
    name: 'status',
    label: 'Status',
    any: 'Any status',
    options: ACTIVE_STATUSES.map((value) => ({
      value,
      label: counted(ORDER_STATUS_WORDS[value], counts.get(value)),
    })),
  }
  const ofDay: ListFilter = {
    name: 'deliveryDay',
    label: 'Delivery',
    any: 'Any day',
    options: (found?.deliveryDays ?? []).map(({ day, count }) => ({
      value: day,
      label: counted(dayText(day, new Date()), count),
    })),
  }
  const ofAccount: ListFilter = {
    name: 'customerId',
    label: 'Account',
    any: 'Any account',
    options: (found?.customers ?? []).map(({ id, name, count }) => ({
      value: id,
      label: counted(name, count),
    })),
  }
  return [
    ...(status ? [] : [ofStatus]),
    ...(ofDay.options.length > 1 ? [ofDay] : []),
    ...(ofAccount.options.length > 1 ? [ofAccount] : []),
    ...(isStaff ? [OF_EXPORT] : []),
  ]
}

const OF_EXPORT: ListFilter = {
  name: 'exported',
  label: 'Exported',
  any: 'Any export status',
  options: [
    { value: 'no', label: 'Not exported' },
    { value: 'late', label: 'Late export' },
    { value: 'yes', label: 'Exported' },
  ],
}
