import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { activeOrders } from '#contract/orders.ts'
import { trollies } from '#contract/trollies.ts'
import { trollyViewers } from '#contract/trolly-viewers.ts'
import { FOLLOWED_EVERY_MS } from '#domain/durations.ts'
import { totalsOf } from '#domain/totals.ts'
import { queryKeys, replyKey } from '#src/api/query-keys.ts'
import { newsTaker } from '#src/app/member/live-updates.ts'
import { useTrolly } from '#src/features/trolly/use-trolly.ts'
import { TrollyViewers } from '#src/features/trolly/viewers/trolly-viewers.tsx'
import { WithTrolly } from '#src/features/trolly/with-trolly.tsx'
import { replaceTrolly } from '#src/store/trollies/trollies.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aHead, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const aBasket = (id: string, version = 1) => ({ ...aHead({ id, version }), items: [], totals: totalsOf([]) })
const ID = '01900000-0000-7000-8000-0000000000f1'

const aTaker = () => {
  const test = aTestDevice()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const timers: { delayMs: number; act: () => void }[] = []
  const clock = {
    now: () => Date.now(),
    after: (delayMs: number, act: () => void) => {
      timers.push({ delayMs, act })
      return () => {}
    },
  }
  const take = newsTaker({ client, device: test.user, clock, random: () => 0.5, customerId: () => '200101' })
  /** A page that has read this; counts how often. */
  const shown = (queryKey: readonly unknown[]) => {
    const queryFn = vi.fn(async () => 1)
    onTestFinished(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {}))
    return queryFn
  }
  return { ...test, client, take, timers, shown }
}

describe('news', () => {
  test('of an order makes pages that show orders read again, in every tab', async () => {
    const { take, shown, client } = aTaker()
    const [order, ahead, faq] = [
      shown(replyKey(activeOrders.get, { id: ID })),
      shown(queryKeys.ordersRead('200101')),
      shown(['kept-reply', 'faq']),
    ]
    await eventually(() => expect(client.isFetching()).toBe(0))
    take({ orders: [ID] }, { reads: false })
    await eventually(() => {
      expect(order).toHaveBeenCalledTimes(2)
      expect(ahead).toHaveBeenCalledTimes(2)
    })
    expect(faq).toHaveBeenCalledTimes(1)
  })

  test('of stock is downloaded at once for a product in a trolly, after an import within a minute, and else not', async () => {
    const { take, timers, user } = aTaker()
    await user.database.lines.put({
      trollyId: ID,
      product_no: 'A1',
      quantity: 2,
      version: 1,
      removed: false,
      seenPricePence: null,
      addedAt: '2026-11-20T09:00:00.000Z',
    })
    take({ products: ['B2'] }, { reads: true })
    take({ products: ['A1'] }, { reads: false })
    take({ products: null }, { reads: true })
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([30_000])
    take({ products: ['A1', 'B2'] }, { reads: true })
    await eventually(() => expect(timers.map(({ delayMs }) => delayMs)).toEqual([30_000, 250]))
  })

  test('of a trolly that no page shows is read by one tab alone', async () => {
    const { take, server, user } = aTaker()
    server.on(trollies.get, () => aBasket(ID, 4))
    take({ trollies: [{ id: ID, version: 4 }] }, { reads: true })
    await eventually(async () =>
      expect(await user.database.trollies.get(ID)).toMatchObject({ linesVersion: 4 }),
    )
    take({ trollies: [{ id: ID, version: 5 }] }, { reads: false })
    await user.database.trollies.count()
    expect(server.calls).toHaveLength(1)
  })

  test('after a gap compares the versions of all trollies', async () => {
    const { take, server, user } = aTaker()
    const { items: _, ...head } = aBasket(ID, 2)
    server.on(trollies.list, () => ({ data: [head], total: 1, page: 1, pageLength: 96 }))
    server.on(trollies.get, () => aBasket(ID, 2))
    take({ catchUp: true }, { reads: true })
    await eventually(async () =>
      expect(await user.database.trollies.get(ID)).toMatchObject({ linesVersion: 2 }),
    )
  })
})

function Page() {
  return (
    <WithTrolly id={ID} stored={useTrolly(ID)}>
      {() => <TrollyViewers id={ID} />}
    </WithTrolly>
  )
}

test('an open trolly asks every 30 s unless changes arrive by themselves, and names who else is there', async () => {
  const device = aTestDevice()
  const { user, server } = device
  await replaceTrolly(user.database, aBasket(ID))
  server.on(trollies.get, () => aBasket(ID))
  server.on(trollyViewers.note, () => ({ names: ['Sam Porter'], office: true }))
  const replies = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { unmount } = renderOn(device, <Page />, { replies })
  expect(await screen.findByText('Sam Porter and the office are here too')).toBeDefined()
  const everyMs = () => {
    const read = replies.getQueryCache().find({ queryKey: queryKeys.trollyRead(ID) })
    const every = read?.observers[0]?.options.refetchInterval
    return read && typeof every === 'function' ? every(read) : every
  }
  expect(everyMs()).toBe(FOLLOWED_EVERY_MS)
  act(() => user.isLive.set(true))
  expect(everyMs()).toBe(false)
  replies
    .getQueryCache()
    .find({ queryKey: queryKeys.trollyRead(ID) })
    ?.setState({ status: 'error' })
  expect(everyMs()).toBe(FOLLOWED_EVERY_MS)
  unmount()
  await eventually(() =>
    expect(server.calls.at(-1)).toMatchObject({
      endpoint: trollyViewers.note,
      input: { body: { leaves: true } },
    }),
  )
})
