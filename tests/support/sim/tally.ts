import { ALL } from '#contract/all.ts'
import type { Order } from '#contract/trollies.ts'
import type { Database } from '#server/db/database.ts'
import { readJournal } from './journal.ts'
import type { SimDevice } from './sim-device.ts'

/** How often each thing happened: without it, histories in which nothing happens would pass too. */
export type Tally = Record<string, number>

export const tallyOf = async (parts: {
  database: Database
  devices: readonly SimDevice[]
  emptied: readonly SimDevice[]
}): Promise<Tally> => {
  const { database, devices, emptied } = parts
  const tally: Tally = {}
  const count = (name: string): void => {
    tally[name] = (tally[name] ?? 0) + 1
  }
  for (const { status, reply, request } of await readJournal(database, [...devices, ...emptied])) {
    for (const name of status === 200 && 'orderNo' in reply ? waysOf(reply as unknown as Order) : [])
      count(`order ${name}`)
    count(
      status === 200
        ? `${request.method} ${shapeOf(request.method, request.path)} 200`
        : `${status} ${'code' in reply ? reply.code : ''}`,
    )
  }
  for (const { tabs } of devices) {
    for (const { state, refusal } of (await tabs.at(-1)?.database.outbox.toArray()) ?? [])
      count(`left as ${state} ${refusal?.code ?? ''}`.trimEnd())
  }
  return tally
}

const waysOf = ({ method, deliveryAddressId, totals }: Order): string[] => [
  method === 'collection' ? 'collected' : deliveryAddressId ? 'to an address' : 'to the account',
  ...(method === 'collection' ? [] : [totals.deliveryChargePence ? 'with a charge' : 'delivered free']),
]

export const addTally = (sum: Tally, more: Tally): void => {
  for (const [name, times] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + times
}

/** The contract's path, without ids and query. */
const shapeOf = (method: string, path: string): string => {
  const asked = path.replace(/\?.*/, '')
  return PATHS.find((call) => call.method === method && call.pattern.test(asked))?.shape ?? asked
}

const PATHS = ALL.map(({ method, path }) => ({
  method,
  shape: `/api/${path}`,
  pattern: new RegExp(`^/api/${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))
