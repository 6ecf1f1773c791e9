import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { products } from '#contract/products.ts'
import { trollies } from '#contract/trollies.ts'
import { createApiClient, type ForcedSignOut } from '#src/api/client.ts'
import { createPause } from '#src/api/pause.ts'
import { useReadsAgain } from '#src/app/member/use-reads-again.ts'
import { customerQuery, customerSearchQuery } from '#src/device/customers/customer-queries.ts'
import { useApi } from '#src/device/device-context.tsx'
import { AccountPicker } from '#src/features/customers/account-picker.tsx'
import { DayPicker } from '#src/features/delivery/day-picker.tsx'
import { useProduct } from '#src/features/product-page/use-product.ts'
import { TrollyList } from '#src/features/trolly/open-trollies/trolly-list.tsx'
import { useTrollyRead } from '#src/features/trolly/use-trolly.ts'
import { aHead, aProduct, aTestDevice, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'

/** Who started the calls to the server, in order. */
const startersOf = ({ server }: TestDevice, endpoint: Endpoint) =>
  server.calls
    .filter((call) => call.endpoint === endpoint)
    .map(({ input }) => (input as { startedBy?: string }).startedBy ?? 'app')

function OpensProduct() {
  return (
    <p>
      {useProduct({ product_no: 'A1', priceListId: 'PUBS', trollyId: 'T1', customerId: undefined }).state}
    </p>
  )
}
function OpensTrolly() {
  return <p>{useTrollyRead('T1').state}</p>
}
function Searches({ text }: { text: string }) {
  return <p>{useQuery(customerSearchQuery(useApi(), text)).status}</p>
}
function Keeps() {
  return <p>{useQuery(customerQuery(useApi(), '200101')).status}</p>
}

describe('who started a call', () => {
  it.each<[string, () => React.ReactNode, Endpoint, 'person' | 'app']>([
    ['a product that is not on this device', () => <OpensProduct />, products.get, 'person'],
    ['a trolly that is not on this device', () => <OpensTrolly />, trollies.get, 'person'],
    ['a search for accounts', () => <Searches text="limes" />, customers.search, 'person'],
    ['the terms of the chosen account', () => <Keeps />, customers.get, 'app'],
    ['the accounts to choose from', () => <AccountPicker onChoose={() => {}} />, customers.search, 'app'],
    [
      'the days of an account',
      () => <DayPicker customerId="1" onChoose={() => {}} />,
      customers.deliveryDates,
      'app',
    ],
    ['the open trollies', () => <TrollyList customerId="200101" currentId={null} />, trollies.list, 'app'],
  ])('%s', async (_, ui, endpoint, expected) => {
    const test = aTestDevice()
    renderOn(test, ui())
    await waitFor(() => expect(startersOf(test, endpoint)).toEqual([expected]))
  })

  it('is the app for a product and a trolly already on the device', async () => {
    const test = aTestDevice()
    await test.user.database.products.put(aProduct({ product_no: 'A1' }))
    await test.user.database.trollies.put(aHead({ id: 'T1' }))
    renderOn(
      test,
      <>
        <OpensProduct />
        <OpensTrolly />
      </>,
    )
    await waitFor(() => expect(startersOf(test, products.get)).toEqual(['app']))
    await waitFor(() => expect(startersOf(test, trollies.get)).toEqual(['app']))
  })

  it('is the person for "Try again", and the app for an automatic retry', async () => {
    const test = aTestDevice()
    renderOn(test, <DayPicker customerId="1" onChoose={() => {}} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(startersOf(test, customers.deliveryDates)).toEqual(['app', 'person']))
  })
})

describe.each([
  [429, 'rateLimited'],
  [503, 'maintenance'],
])('on a page, a server that replies %i', (status, reason) => {
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
    useReadsAgain()
    return <DayPicker customerId="200101" onChoose={() => {}} />
  }
  const shown = () => {
    const test = aTestDevice()
    const ended: ForcedSignOut[] = []
    const pause = createPause(Date.now)
    const api = createApiClient({
      token: () => 'token',
      pause,
      onForcedSignOut: (why) => void ended.push(why),
      baseUrl: 'http://trolly.example.com',
    })
    renderOn({ device: { ...test.device, api, pause } }, <Page />)
    return ended
  }

  it('delays the app’s reads, which are then repeated, and signs nobody out', async () => {
    answers = [status, status]
    const ended = shown()
    await screen.findByText(/The delivery days could not be loaded/)
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(await screen.findByText(/24 Nov/)).toBeTruthy()
    expect(ended).toEqual([])
  })

  it('signs out a person who pressed the button', async () => {
    answers = [500, 500, status, status]
    const ended = shown()
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(ended).toEqual([reason]))
  })
})
