import { eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import {
  COUNTS,
  type Count,
  type CountOperation,
  type CountRecord,
  type CountStart,
  countsLane,
} from '#domain/counts/count.ts'
import { countsShown } from '#domain/counts/view.ts'
import type { Database } from '#server/db/database.ts'
import { countEntries, counts } from '#server/db/schema/counts.ts'
import { templates } from '#server/db/schema/templates.ts'
import { readShown } from '#src/store/lane-rows.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Hand } from '#tests/support/sim/hand.ts'
import { readJournal } from '#tests/support/sim/journal.ts'
import type { SimNoun } from '#tests/support/sim/nouns.ts'
import { pick } from '#tests/support/sim/random.ts'
import { readWaiting } from '#tests/support/sim/waiting.ts'
import type { World } from '#tests/support/sim/world.ts'

/** What was entered for a product, by which devices, and the last of it. */
type Entered = { devices: Set<string>; halves: number | null }
/** By count and product; and the counts that somebody closed, whose entries may be refused. */
type Ledger = { starts: CountStart[]; entered: Map<string, Entered>; closed: Set<string> }

type Deed = { product: number } & ({ halves: number | null } | { state: 'open' | 'ordered' | 'discarded' })

const product = fc.nat({ max: 2 })

export const simNoun: SimNoun<Deed> = {
  noun: COUNTS,
  deeds: [
    { weight: 14, arbitrary: fc.record({ product, halves: fc.option<number>(fc.nat({ max: 20 })) }) },
    {
      weight: 2,
      arbitrary: fc.record({ product, state: fc.constantFrom('open', 'ordered', 'discarded') }),
    },
  ],
  mustComeAbout: [
    'PUT /api/customer/{id}/count/{countId}/item/{productNo} 200',
    'PUT /api/customer/{id}/count/{countId} 200',
    '409 count_closed',
  ],
  backUp: async (database, { customerId }) => {
    const own = eq(counts.customerId, customerId)
    const heads = await database.select().from(counts).where(own)
    const entries = await entriesOf(
      database,
      heads.map(({ id }) => id),
    )
    return {
      empty: () => database.delete(counts).where(own),
      fill: async () => {
        if (heads.length > 0) await database.insert(counts).values(heads)
        if (entries.length > 0) await database.insert(countEntries).values(entries)
      },
    }
  },
  begin: async () => {
    const ledger: Ledger = { starts: [], entered: new Map(), closed: new Set() }
    return {
      play: (world, hand, deed) => play(ledger, world, hand, deed),
      lost: (_, records) => {
        for (const { operation } of records as CountRecord[]) doubt(ledger, operation, 'what was lost')
      },
      restored: (world) => restore(ledger, world),
      differ: (world) => countsDiffer(ledger, world),
    }
  },
}

const keyOf = ({ id }: { id: string }, product_no: string): string => `${id} ${product_no}`

const shownOn = (database: UserDatabase, { customer }: World): Promise<Count[]> =>
  readShown(database, countsShown(customer.id))

/** Goes on with a count that the device shows, else begins one: two at most. */
const play = async (ledger: Ledger, world: World, hand: Hand, deed: Deed): Promise<void> => {
  const { database, queue } = hand.tab
  const { name } = hand.device
  const shown = await shownOn(database, world)
  const start = shown.length > 0 ? startOf(pick(shown, deed.product)) : beginning(ledger, world, hand)
  if (!start) return
  if ('state' in deed) {
    ledger.closed.add(start.id)
    const trolly = deed.state === 'ordered' ? { trollyId: uuidv7() } : {}
    return await append({ kind: 'close', start, state: deed.state, ...trolly })
  }
  const product_no = pick(world.products, deed.product)
  const { halves } = deed
  await append({ kind: 'enter', start, product_no, halves, countedAt: new Date(hand.now()).toISOString() })
  const key = keyOf(start, product_no)
  const devices = ledger.entered.get(key)?.devices ?? new Set()
  ledger.entered.set(key, { devices: devices.add(name), halves })
  const count = (await shownOn(database, world)).find(({ id }) => id === start.id)
  const entry = count?.entries.find((each) => each.product_no === product_no)
  if (count && entry?.halves !== halves) hand.ledger.broken.push(`${name}: the entry for ${key} is not shown`)

  function append(operation: CountOperation): Promise<void> {
    return queue.append(countsLane(world.customer.id), operation)
  }
}

const startOf = ({ id, templateId, startedAt, startedByName }: Count): CountStart => ({
  id,
  templateId,
  startedAt,
  startedByName,
})

/** A closed count of the same person may be gone on with too, by a page that was open all the time. */
const beginning = (ledger: Ledger, world: World, hand: Hand): CountStart | undefined => {
  const own = ledger.starts.find(({ startedByName }) => startedByName === hand.device.userId)
  if (own || ledger.starts.length >= 2) return own
  const start = {
    id: uuidv7(),
    // Also one that does not exist, or whose creation has not been sent.
    templateId: world.templates[0] ?? uuidv7(),
    startedAt: new Date(hand.now()).toISOString(),
    startedByName: hand.device.userId,
  }
  ledger.starts.push(start)
  return start
}

const doubt = ({ entered }: Ledger, operation: CountOperation, why: string): void => {
  if (operation.kind === 'enter') entered.get(keyOf(operation.start, operation.product_no))?.devices.add(why)
}

/** A waiting entry is sent again; of any other, the server may have forgotten it. */
const restore = async (ledger: Ledger, { devices, customer }: World): Promise<void> => {
  const waiting = (await readWaiting(devices)).filter(({ lane }) => lane === countsLane(customer.id))
  const isWaiting = (key: string) =>
    waiting.some((record) => {
      const operation = record.operation as unknown as CountOperation
      return operation.kind === 'enter' && keyOf(operation.start, operation.product_no) === key
    })
  for (const [key, { devices: on }] of ledger.entered) if (!isWaiting(key)) on.add('what was restored')
}

/** Every device shows the open counts that its user sees, nothing waits, and what only one device entered is there. */
const countsDiffer = async (ledger: Ledger, world: World): Promise<string[]> => {
  const { database: server, devices, emptied, customer } = world
  const found: string[] = []
  const heads = await server.select().from(counts).where(eq(counts.customerId, customer.id))
  const entries = await entriesOf(
    server,
    heads.map(({ id }) => id),
  )
  const lists = await server.select().from(templates).where(eq(templates.customerId, customer.id))
  const isSeen = (userId: string, { startedBy, templateId }: (typeof heads)[number]) =>
    startedBy === userId ||
    lists.some(
      ({ id, ownerId, visibility }) => id === templateId && (ownerId === userId || visibility === 'shared'),
    )
  for (const { name, userId, tabs } of devices) {
    const database = tabs.at(-1)?.database
    if (!database) continue
    const shown = asText(await shownOn(database, world))
    const stored = asText(
      heads
        .filter((head) => head.state === 'open' && isSeen(userId, head))
        .map(({ id }) => ({ id, entries: entries.filter(({ countId }) => countId === id) })),
    )
    if (shown !== stored) found.push(`${name} shows the counts ${shown}, the server has ${stored}`)
    for (const { state } of await database.outbox.where('lane').equals(countsLane(customer.id)).toArray())
      found.push(`${name}: a change of a count is left as ${state}`)
  }
  // An older server refuses a newer device's field, and a private template's count is its owner's.
  const refused = (await readJournal(server, [...devices, ...emptied]))
    .filter(({ status }) => status !== 200)
    .map(({ request }) => request.path)
  for (const [key, { devices: on, halves }] of ledger.entered) {
    const [id = '', product_no] = key.split(' ')
    if (on.size > 1 || ledger.closed.has(id) || refused.some((path) => path.includes(id))) continue
    const entry = entries.find((each) => each.countId === id && each.product_no === product_no)
    if (entry?.halves !== halves)
      found.push(`${[...on]}: ${key} was entered as ${halves}, and is ${entry?.halves}`)
  }
  return found
}

const entriesOf = (database: Database, ids: string[]) =>
  database.select().from(countEntries).where(inArray(countEntries.countId, ids))

const asText = (
  all: readonly { id: string; entries: readonly { product_no: string; halves: number | null }[] }[],
): string =>
  all
    .map(({ id, entries }) =>
      [id, ...entries.map(({ product_no, halves }) => `${product_no} ${halves}`).sort()].join(', '),
    )
    .sort()
    .join('; ')
