import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { activeOrders } from '#contract/orders.ts'
import { productSearch } from '#contract/product-search.ts'
import { trollies } from '#contract/trollies.ts'
import { createApiClient } from '#src/api/client.ts'
import { useReadsAgain } from '#src/app/member/use-reads-again.ts'
import { openReplies } from '#src/app/replies.ts'
import { customerQuery, customerSearchQuery } from '#src/device/customers/customer-queries.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { AccountPicker } from '#src/features/customers/account-picker.tsx'
import { DayPicker } from '#src/features/delivery/day-picker.tsx'
import { useProduct } from '#src/features/product-page/use-product.ts'
import { TrollyList } from '#src/features/trolly/open-trollies/trolly-list.tsx'
import { useTrolly } from '#src/features/trolly/use-trolly.ts'
import { WithTrolly } from '#src/features/trolly/with-trolly.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aHead, aProduct, aTestDevice, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'

/** Shown by a client that notes which of a person's calls the server answered with 429 or 503. */
const show = ({ device }: Pick<TestDevice, 'device'>, ui: ReactNode) => {
  const ended: number[] = []
  const { client } = openReplies({
    kept: [],
    person: { onAsk: device.pause.end, onAskedToWait: ({ status }) => void ended.push(status) },
  })
  renderOn({ device }, ui, { replies: client })
  return { ended, isSettled: () => waitFor(() => expect(client.isFetching()).toBe(0)) }
}

const isAsked = ({ server }: TestDevice, endpoint: Endpoint) =>
  waitFor(() => expect(server.calls.map((call) => call.endpoint)).toContain(endpoint))

const closed = (): never => {
  throw refusal('maintenance')
}

function OpensProduct() {
  const { state } = useProduct({
    product_no: 'A1',
    priceListId: 'PUBS',
    trollyId: 'T1',
    customerId: undefined,
  })
  return <p>{state}</p>
}
function OpensTrolly() {
  return (
    <WithTrolly id="T1" stored={useTrolly('T1')}>
      {() => null}
    </WithTrolly>
  )
}
function Searches({ text }: { text: string }) {
  return <p>{useQuery(customerSearchQuery(useApi(), text)).status}</p>
}
function Keeps() {
  return <p>{useQuery(customerQuery(useApi(), '200101')).status}</p>
}

describe('a server closed for maintenance signs out', () => {
  it.each<[string, () => ReactNode, Endpoint]>([
    ['opens a product that is not on this device', () => <OpensProduct />, productSearch.get],
    ['opens a trolly that is not on this device', () => <OpensTrolly />, trollies.get],
    ['searches for accounts', () => <Searches text="limes" />, customers.search],
  ])('a person who %s', async (_, ui, endpoint) => {
    const test = aTestDevice()
    test.server.on(endpoint, closed)
    const { ended } = show(test, ui())
    await waitFor(() => expect(ended).toEqual([503]))
  })

  it.each<[string, () => ReactNode, Endpoint]>([
    ['the terms of the chosen account', () => <Keeps />, customers.get],
    ['the accounts to choose from', () => <AccountPicker onChoose={() => {}} />, customers.search],
    [
      'the days of an account',
      () => <DayPicker customerId="1" onChoose={() => {}} />,
      customers.deliveryDates,
    ],
    ['the open trollies', () => <TrollyList customerId="200101" currentId={null} />, trollies.list],
  ])('nobody for %s', async (_, ui, endpoint) => {
    const test = aTestDevice()
    test.server.on(endpoint, closed)
    const { ended, isSettled } = show(test, ui())
    await isAsked(test, endpoint)
    await isSettled()
    expect(ended).toEqual([])
  })

  it('nobody for a product and a trolly already on the device', async () => {
    const test = aTestDevice()
    await test.user.database.products.put(aProduct({ product_no: 'A1' }))
    await test.user.database.trollies.put(aHead({ id: 'T1' }))
    for (const endpoint of [productSearch.get, trollies.get]) test.server.on(endpoint, closed)
    const { ended, isSettled } = show(
      test,
      <>
        <OpensProduct />
        <OpensTrolly />
      </>,
    )
    for (const endpoint of [productSearch.get, trollies.get]) await isAsked(test, endpoint)
    await isSettled()
    expect(ended).toEqual([])
  })
})

describe.each([429, 503])('on a page, a server that replies %i', (status) => {
  let answers: number[]
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.stubGlobal('fetch', async () => {
      const next = answers.shift() ?? 200
      const headers = { 'content-type': 'application/json', 'retry-after': '60' }
      const body =
        next === 200 ? DAYS : { code: status === 429 ? 'rate_limited' : 'maintenance', message: 'Wait.' }
      return new Response(JSON.stringify(body), { status: next, headers })
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const DAYS = {
    data: [{ day: '2099-11-24', cutOffAt: '2099-11-23T17:00:00.000Z' }],
    serverTime: new Date().toISOString(),
  }

  function Page() {
    const api = useApi()
    const run = useAction()
    useReadsAgain()
    const cancel = () => run(() => api.call(activeOrders.cancel, { params: { id: '1' } })).catch(() => {})
    return (
      <>
        <DayPicker customerId="200101" onChoose={() => {}} />
        <button type="button" onClick={cancel}>
          Cancel this order
        </button>
      </>
    )
  }
  const shown = () => {
    const test = aTestDevice()
    const { pause } = test.device
    const api = createApiClient({
      token: () => 'token',
      pause,
      onUnauthenticated: () => {},
      baseUrl: 'http://trolly.example.com',
    })
    return show({ device: { ...test.device, api } }, <Page />).ended
  }

  it('delays the app’s reads, which are then repeated, and signs nobody out', async () => {
    answers = [status, status]
    const ended = shown()
    await screen.findByText(/The delivery days could not be loaded/)
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(await screen.findByText(/24 Nov/)).toBeTruthy()
    expect(ended).toEqual([])
  })

  it('signs out a person who presses a button during the pause', async () => {
    answers = [status, status, status]
    const ended = shown()
    await screen.findByText(/The delivery days could not be loaded/)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel this order' }))
    await waitFor(() => expect(ended).toEqual([status]))
  })
})
