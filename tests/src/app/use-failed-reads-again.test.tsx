import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { customers } from '#contract/customers.ts'
import { useFailedReadsAgain } from '#src/app/use-failed-reads-again.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useReached } from '#src/device/use-reached.ts'
import { writeSync } from '#src/sync/sync-state.ts'
import { aCustomer, aTestDevice, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'

function Page() {
  useFailedReadsAgain()
  const api = useApi()
  const reached = useReached()
  const { data, isError } = useQuery({
    queryKey: ['customer'],
    queryFn: () => api.call(customers.get, { params: { id: '200101' } }),
  })
  return <p>{`${reached ? 'reached' : 'away'}, ${isError ? 'failed' : data?.name}`}</p>
}

const noteReached = ({ user }: TestDevice, reached: boolean) =>
  writeSync(user.database, 'lastContact', { reached, at: Date.now() })

test('a read that failed without signal is made again once the server answers', async () => {
  const test = aTestDevice()
  await noteReached(test, false)
  renderOn(test, <Page />)
  await screen.findByText('away, failed')
  test.server.on(customers.get, () => aCustomer({ name: 'The Limes' }))
  await noteReached(test, true)
  await screen.findByText('reached, The Limes')
})

test('what was read stays as it is', async () => {
  const test = aTestDevice()
  test.server.on(customers.get, () => aCustomer({ name: 'The Limes' }))
  await noteReached(test, false)
  renderOn(test, <Page />)
  await screen.findByText('away, The Limes')
  await noteReached(test, true)
  await waitFor(() => screen.getByText('reached, The Limes'))
  expect(test.server.calls).toHaveLength(1)
})
