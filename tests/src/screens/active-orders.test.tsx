import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { activeOrders, type OrderSummary } from '#contract/orders.ts'
import { totalsOfNetLines } from '#domain/totals.ts'
import { Screen } from '#src/screens/orders/active-orders.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const anOrder = (place: number, status: OrderSummary['status']): OrderSummary => ({
  id: `o${place}`,
  orderNo: `10000${place}`,
  revision: 1,
  basketId: null,
  customerId: 'C1',
  customerName: 'The Copper Kettle',
  deliveryDay: '2026-11-25',
  poNumber: '',
  status,
  placedAt: '2026-11-23T12:00:00.000Z',
  cutOffAt: null,
  exportedAt: null,
  lineCount: 1,
  shortCount: 0,
  totalPence: 300,
})

const staffWith = (orders: OrderSummary[]) => {
  const device = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  const marked: string[] = []
  device.server.on(activeOrders.search, () => ({
    data: orders,
    total: orders.length,
    page: 1,
    pageLength: 24,
  }))
  device.server.on(activeOrders.filters, () => ({ names: [], customers: [], deliveryDays: [] }))
  device.server.on(activeOrders.markExported, ({ params }) => {
    marked.push(params?.id ?? '')
    return { ...anOrder(1, 'placed'), ...REST }
  })
  renderOn(device, <Screen />)
  return marked
}

/** Of a whole order: the list reads none of it. */
const REST = {
  placedBy: null,
  instructions: '',
  payBy: 'account' as const,
  confirmedAt: null,
  pickingAt: null,
  dispatchedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  replacedAt: null,
  lines: [],
  totals: totalsOfNetLines([]),
}

const markAll = async (): Promise<void> => {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Mark as exported' }))
}

test('staff mark several orders as exported', async () => {
  const marked = staffWith([anOrder(1, 'placed'), anOrder(2, 'picking')])
  await markAll()
  await waitFor(() => expect(notifications.current()?.message).toBe('2 orders marked as exported'))
  expect(marked).toEqual(['o1', 'o2'])
})

test('those that await payment are left out, and the person is told', async () => {
  const marked = staffWith([anOrder(1, 'awaiting_payment'), anOrder(2, 'placed')])
  await markAll()
  await waitFor(() =>
    expect(notifications.current()?.message).toBe('Order marked as exported. 1 order is not paid yet'),
  )
  expect(marked).toEqual(['o2'])
})
