import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { endpoint, Strict } from '#contract/endpoint.ts'
import type { OperationsBody } from '#contract/operations.ts'
import { laneOf, type StoredRequest } from '#domain/outbox/record.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import type { Noun, Nouns } from '#src/sync/engine/noun.ts'
import { createQueue } from '#src/sync/engine/queue.ts'
import { createSender } from '#src/sync/engine/sender.ts'
import { createSimClock } from '#tests/support/sim/sim-device.ts'
import { createSimLocks } from '#tests/support/sim/sim-locks.ts'
import { refusal, reply } from './phone.ts'

/**
 * A noun that this product does not have: events that are only ever appended, without a version, a row or a fold. The
 * engine must need nothing of it but this descriptor.
 */

type Scan = { kind: 'scanned'; barcode: string; at: string }

const record = endpoint('POST', 'scans', {
  body: Strict({ barcode: Type.String(), at: Type.String() }),
  reply: Strict({ counted: Type.Integer() }),
  access: 'user',
  repeat: 'keyed',
  batch: 'member',
  summary: 'Counts a barcode that was scanned.',
})

const scans: Noun<Scan> = {
  rules: { scanned: { subject: ({ at }: Scan) => at, foldAfter: () => undefined } as never },
  words: { title: () => 'Scans', text: ({ barcode }) => barcode },
  tables: { changed: [], settled: [], restored: [] },
  call: ({ barcode, at }) => ({ endpoint: record, body: { barcode, at } }),
  codes: { gone: [], refused: [] },
  plan: async ({ operation }) => ({
    takenBack: [],
    write: { operation, expectedVersion: null, into: undefined },
  }),
  repeated: ({ operation }) => ({ operation, expectedVersion: null }),
  settle: { applied: async () => new Map() },
}

const LANE = laneOf('scan', 'shelf')

const aScanner = () => {
  const nouns = { scan: scans } as unknown as Nouns
  const database = openUserDatabase('user', { indexedDB: new IDBFactory(), IDBKeyRange })
  const clock = createSimClock(1_800_000_000_000)
  const queue = createQueue({ database, nouns, now: clock.now, onChange: () => {} })
  const sent: StoredRequest[] = []
  let answer: ((request: StoredRequest) => ReturnType<typeof reply>) | undefined
  const { drain } = createSender(
    { database, nouns, userId: 'user' },
    {
      transport: {
        send: async (request) => {
          sent.push(request)
          if (!answer) throw new TypeError('Failed to fetch')
          return answer(request)
        },
      },
      ...{ clock, locks: createSimLocks().forTab({}), token: async () => 'token', random: () => 0.5 },
      onUnauthenticated: () => {},
    },
  )
  return {
    sent,
    drain,
    scan: (barcode: string) => queue.append(LANE, { kind: 'scanned', barcode, at: barcode } as Scan),
    hurry: queue.hurry,
    answerWith: (next: typeof answer) => {
      answer = next
    },
    waiting: () => database.outbox.orderBy('seq').toArray(),
  }
}

/** Each call of a batch by itself. */
const each =
  (answerOne: (request: OperationsBody['operations'][number]) => ReturnType<typeof reply>) =>
  (request: StoredRequest) => {
    if (!request.path.startsWith('/api/operations')) return answerOne(request as never)
    const { operations } = JSON.parse(request.body) as OperationsBody
    const results = operations.map((one) => {
      const { status, body } = answerOne(one)
      return { key: one.headers['idempotency-key'], status, body }
    })
    return reply(200, { results })
  }

test('events kept offline arrive in their order in one call, after a lost answer with the same bytes', async () => {
  const { scan, drain, hurry, sent, answerWith, waiting } = aScanner()
  for (const barcode of ['1', '2', '3']) await scan(barcode)
  await drain()
  const lost = sent.at(-1)
  await hurry()
  answerWith(each(() => reply(200, { counted: 1 })))
  await drain()
  expect(await waiting()).toEqual([])
  const arrived = sent.at(-1)
  expect(arrived).toEqual(lost)
  const { operations } = JSON.parse(arrived?.body ?? '') as OperationsBody
  expect(operations.map(({ body }) => JSON.parse(body).barcode)).toEqual(['1', '2', '3'])
  expect(new Set(operations.map(({ headers }) => headers['idempotency-key'])).size).toBe(3)
})

test('an event that is refused waits for a person, and holds no other', async () => {
  const { scan, drain, answerWith, waiting } = aScanner()
  for (const barcode of ['1', 'none', '3']) await scan(barcode)
  answerWith(
    each(({ body }) =>
      JSON.parse(body).barcode === 'none' ? refusal(422, 'barcode_unknown') : reply(200, { counted: 1 }),
    ),
  )
  await drain()
  expect(await waiting()).toMatchObject([
    { operation: { barcode: 'none' }, state: 'attention', refusal: { code: 'barcode_unknown' } },
  ])
})
