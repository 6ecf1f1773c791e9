import { expect, it } from 'vitest'
import type { ApiClient } from '#src/api/client.ts'
import { suggestForTrolly } from '#src/features/search/engine/suggest-for-trolly.ts'

const asked = (isComplete: boolean) => {
  const calls: unknown[] = []
  const device = {
    state: () => ({ status: 'ready', products: 10, complete: isComplete }) as const,
    suggest: async () => [{ kind: 'term', text: 'from the device' }] as const,
  }
  const call = async (_: unknown, input: unknown) => {
    calls.push(input)
    return { data: [{ kind: 'term', text: 'from the server' }] }
  }
  const { signal } = new AbortController()
  const who = { trollyId: 'T', customerId: 'C', customerToTell: 'C', text: 'tom', signal }
  const ports = { device, api: { call } as unknown as ApiClient } as unknown as Parameters<
    typeof suggestForTrolly
  >[0]
  return { calls, answer: suggestForTrolly(ports, who) }
}

it('asks this device if its list is complete', async () => {
  const { answer, calls } = asked(true)
  expect(await answer).toEqual([{ kind: 'term', text: 'from the device' }])
  expect(calls).toEqual([])
})

it('asks the server while the list is downloading, for the customer of a trolly that it does not know', async () => {
  const { answer, calls } = asked(false)
  expect(await answer).toEqual([{ kind: 'term', text: 'from the server' }])
  expect(calls).toMatchObject([{ params: { id: 'T' }, query: { queryString: 'tom', customerId: 'C' } }])
})
