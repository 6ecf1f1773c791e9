import { describe, expect, it } from 'vitest'
import { isToCome, type KnownOrder, mergeOrders, orderPath } from '#domain/known-orders.ts'
import { isOrderFoundBy } from '#domain/order-search.ts'

const anOrder = (parts: Partial<KnownOrder> = {}): KnownOrder => ({
  id: 'o1',
  orderNo: '100123',
  basketId: 'T1',
  customerId: 'C1',
  deliveryDay: '2026-11-05',
  placedAt: '2026-11-04T09:00:00.000Z',
  poNumber: 'PO-77',
  status: 'placed',
  lines: [{ product_no: 'A9', name: 'Crème fraîche' }],
  ...parts,
})

describe('orders from the server and this device', () => {
  const { status: _, ...here } = anOrder()

  it('are merged into one list, most recent first', () => {
    const kept = [
      anOrder({ orderNo: '1', placedAt: '2026-11-01' }),
      anOrder({ orderNo: '3', placedAt: '2026-11-03' }),
    ]
    const placed = [{ ...here, orderNo: '2', placedAt: '2026-11-02' }]
    expect(mergeOrders(kept, placed).map(({ orderNo }) => orderNo)).toEqual(['3', '2', '1'])
  })

  it('are listed once, with the server’s status', () => {
    const merged = mergeOrders([anOrder({ status: 'cancelled' })], [here])
    expect(merged.map((order: KnownOrder) => order.status)).toEqual(['cancelled'])
  })

  it('show the latest revision of a changed order, from either source', () => {
    const later = '2026-11-04T10:00:00.000Z'
    expect(mergeOrders([anOrder()], [{ ...here, id: 'o2', placedAt: later }])[0]?.id).toBe('o2')
    expect(mergeOrders([anOrder({ id: 'o2', placedAt: later })], [here])[0]?.id).toBe('o2')
  })

  it('link to the order’s page, or to the trolly until the server reports the order', () => {
    expect(orderPath(anOrder())).toBe('/orders/history-o1')
    expect(orderPath(here)).toBe('/orders/create-T1')
  })

  it('are upcoming until they are delivered or cancelled', () => {
    const coming = ['awaiting_payment', 'placed', 'picking', 'dispatched', undefined] as const
    expect(coming.map((status) => isToCome({ ...here, ...(status && { status }) }))).toEqual(
      Array(5).fill(true),
    )
    const over = ['delivered', 'cancelled', 'replaced'] as const
    expect(over.map((status) => isToCome({ status }))).toEqual(Array(3).fill(false))
  })
})

describe('searching orders on the device', () => {
  it.each([
    '100123',
    '0012',
    'po-77',
    'creme fraiche',
    'a9',
    '2026-11-05',
    '05/11/2026',
    '5/11/2026',
    '5 nov',
    'Thu 5 Nov',
    '5th November 2026',
    '5.11.2026',
    '05/11/26',
    ' ',
  ])('finds an order by %j', (text) => expect(isOrderFoundBy(anOrder(), text)).toBe(true))

  it.each(['100124', 'creme butter', '6/11/2026', '20 nov', '26 november', 'Fri 20 Nov', '5 nov 2025'])(
    'finds nothing by %j',
    (text) => expect(isOrderFoundBy(anOrder(), text)).toBe(false),
  )
})
