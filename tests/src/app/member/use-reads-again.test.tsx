import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { customers } from '#contract/customers.ts'
import { type Basket, trollies } from '#contract/trollies.ts'
import { totalsOf } from '#domain/totals.ts'
import { useReadsAgain } from '#src/app/member/use-reads-again.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useReached } from '#src/device/use-reached.ts'
import { useTrolly } from '#src/features/trolly/use-trolly.ts'
import { WithTrolly } from '#src/features/trolly/with-trolly.tsx'
import { writeSync } from '#src/sync/engine/sync-state.ts'
import { aCustomer, aHead, aTestDevice, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'

function Page() {
  useReadsAgain()
  const api = useApi()
  const reached = useReached()
  const { data, isError } = useQuery({
    queryKey: ['customer'],
    queryFn: () => api.call(customers.get, { params: { id: '200101' } }),
  })
  return <p>{`${reached ? 'reached' : 'away'}, ${isError ? 'failed' : data?.name}`}</p>
}

function TrollyPage({ id }: { id: string }) {
  useReadsAgain()
  return (
    <WithTrolly id={id} stored={useTrolly(id)}>
      {() => 'here'}
    </WithTrolly>
  )
}

const aBasket = (id: string): Basket => ({
  ...aHead({ id }),
  items: [],
  totals: totalsOf([]),
})

/** As a browser does: everything at once, leaving a new, empty database. */
const emptied = ({ user: { database } }: TestDevice): Promise<unknown> =>
  database.transaction('rw', database.tables, () =>
    Promise.all(database.tables.map((table) => table.clear())),
  )

const noteReached = ({ user }: TestDevice, reached: boolean) =>
  writeSync(user.database, 'lastContact', { reached, at: Date.now() })

/** A trolly's page, with the trolly read from the server. */
async function onTrollyPage(): Promise<TestDevice> {
  const test = aTestDevice()
  const { id } = aHead()
  test.server.on(trollies.get, () => aBasket(id))
  renderOn(test, <TrollyPage id={id} />)
  await screen.findByText('here')
  await waitFor(() => expect(test.user.health.get().database).toBe('open'))
  return test
}

test('a read that failed offline is repeated once the server answers', async () => {
  const test = aTestDevice()
  await noteReached(test, false)
  renderOn(test, <Page />)
  await screen.findByText('away, failed')
  test.server.on(customers.get, () => aCustomer({ name: 'The Limes' }))
  await noteReached(test, true)
  await screen.findByText('reached, The Limes')
})

test('a successful read is not repeated', async () => {
  const test = aTestDevice()
  test.server.on(customers.get, () => aCustomer({ name: 'The Limes' }))
  await noteReached(test, false)
  renderOn(test, <Page />)
  await screen.findByText('away, The Limes')
  await noteReached(test, true)
  await waitFor(() => screen.getByText('reached, The Limes'))
  expect(test.server.calls).toHaveLength(1)
})

test('a trolly cleared by the browser while open is read again, not reported as missing', async () => {
  const test = await onTrollyPage()
  await emptied(test)
  await waitFor(() => expect(test.user.health.get().evicted).not.toBeNull())
  const reads = () => test.server.calls.filter(({ endpoint }) => endpoint === trollies.get)
  await waitFor(() => expect(reads()).toHaveLength(2))
  await screen.findByText('here')
})

test('a cleared trolly that cannot be read again is reported as not on this device', async () => {
  const test = await onTrollyPage()
  test.server.cut(trollies.get)
  await emptied(test)
  await screen.findByText(/The trolly is not on this device. We couldn’t reach Trolly/)
  expect(screen.queryByText(/There is no such trolly/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
