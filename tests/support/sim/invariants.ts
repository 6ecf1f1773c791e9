import { and, eq, inArray } from 'drizzle-orm'
import type { BasketChanged, BasketConflict, Order } from '#contract/baskets.ts'
import { isLineOperation, type TrollyRecord } from '#domain/operations/operation.ts'
import { idOfLane } from '#domain/outbox/record.ts'
import type { Database } from '#server/db/database.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { favourites } from '#server/db/schema/favourites.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { listFavourites } from '#src/store/favourites.ts'
import { findTrolly } from '#src/store/trollies.ts'
import { type Entry, type LineChange, lineChanges, readJournal } from './journal.ts'
import type { Ledger } from './ledger.ts'
import type { SimDevice } from './sim-device.ts'

/**
 * What must hold when everything has been said and done: the ledger, the server and every device agree, or a decision
 * is shown for what does not. Each rule gives what breaks it, in words.
 */
export const findViolations = async (parts: {
  database: Database
  devices: readonly SimDevice[]
  ledger: Ledger
  /** Products that are only ever added to. */
  sumProducts: readonly string[]
}): Promise<string[]> => {
  const { database, devices, ledger } = parts
  const journal = await readJournal(database, devices)
  const changes = lineChanges(journal)
  const waiting = await readWaiting(devices)
  const server = await readServer(database, [...ledger.createdTrollies])
  return [
    ...devices.flatMap(({ broken }) => broken),
    ...ledger.broken,
    ...bytesDiffer(devices),
    ...nothingStuck(waiting),
    ...sumsDiffer({ ...parts, waiting, server }),
    ...overwritten({ ledger, journal, changes }),
    ...falseConflicts({ ledger, journal, changes }),
    ...detailsOverwritten({ ledger, journal }),
    ...wishesLost({ ledger, journal, waiting }),
    ...ordersWrong({ journal, server }),
    ...(await viewsDiffer({ devices, server, waiting })),
    ...(await favouritesDiffer({ database, devices, ledger })),
  ]
}

type Waiting = (TrollyRecord & { device: string })[]

const readWaiting = async (devices: readonly SimDevice[]): Promise<Waiting> => {
  const perDevice = await Promise.all(
    devices.map(async ({ name, tabs }) => {
      const records = (await tabs.at(-1)?.database.outbox.orderBy('seq').toArray()) ?? []
      return (records as TrollyRecord[]).map((record) => ({ ...record, device: name }))
    }),
  )
  return perDevice.flat()
}

const bytesDiffer = (devices: readonly SimDevice[]): string[] =>
  devices.flatMap(({ name, sentBytes }) =>
    [...sentBytes].flatMap(([key, bytes]) =>
      bytes.size > 1 ? [`${name} sent different bytes under one key ${key}: ${[...bytes].join(' ≠ ')}`] : [],
    ),
  )

/** With signal and time, only what asks, and what waits behind it, is still there. */
const nothingStuck = (waiting: Waiting): string[] =>
  waiting.flatMap((record) => {
    if (record.state === 'attention' || record.state === 'held') return []
    const lane = waiting.filter(({ lane, device }) => lane === record.lane && device === record.device)
    const asks = lane.some(({ state }) => state === 'attention')
    const behind = asks && (record.operation.kind === 'checkout' || isBehindCreate(lane))
    return behind
      ? []
      : [`${record.device}: ${record.operation.kind} of ${record.lane} is stuck as ${record.state}`]
  })

const isBehindCreate = (lane: Waiting): boolean =>
  lane.some(({ operation, state }) => operation.kind === 'create' && state === 'attention')

type Server = {
  states: Map<string, string>
  lines: { basketId: string; product_no: string; quantity: number; removed: boolean; version: number }[]
  orders: { basketId: string | null; lines: { product_no: string; quantity: number }[] }[]
}

const readServer = async (database: Database, ids: string[]): Promise<Server> => {
  const heads = await database.select().from(baskets).where(inArray(baskets.id, ids))
  const lines = await database.select().from(basketLines).where(inArray(basketLines.basketId, ids))
  const placed = await database
    .select()
    .from(orders)
    .where(and(inArray(orders.basketId, ids)))
  return {
    states: new Map(heads.map(({ id, state }) => [id, state])),
    lines,
    orders: await Promise.all(
      placed.map(async ({ id, basketId }) => ({
        basketId,
        lines: await database.select().from(orderLines).where(eq(orderLines.orderId, id)),
      })),
    ),
  }
}

const sumsDiffer = (parts: {
  ledger: Ledger
  waiting: Waiting
  server: Server
  sumProducts: readonly string[]
}): string[] =>
  [...parts.ledger.additions].flatMap(([name, expected]) => {
    const [trollyId = '', product_no = ''] = name.split(' ')
    if (!parts.sumProducts.includes(product_no) || parts.ledger.isDeleted(trollyId)) return []
    const stored = parts.server.lines.find(
      (line) => line.basketId === trollyId && line.product_no === product_no,
    )
    const asked = parts.waiting
      .filter(({ lane }) => idOfLane(lane) === trollyId)
      .flatMap(({ operation }) =>
        operation.kind === 'add' && operation.product_no === product_no ? [operation.quantity] : [],
      )
    const accounted = (stored?.quantity ?? 0) + asked.reduce((sum, quantity) => sum + quantity, 0)
    return accounted === expected
      ? []
      : [`${name}: ${expected} were added, ${stored?.quantity ?? 0} are on the server and ${asked} ask`]
  })

/** No quantity of another device was replaced, or brought back, by one who had not seen it. */
const overwritten = (parts: {
  ledger: Ledger
  journal: readonly Entry[]
  changes: Map<string, LineChange[]>
}): string[] =>
  parts.journal.flatMap(({ key, request, status, reply }) => {
    const seen = parts.ledger.seen.get(key)
    const line = status === 200 ? (reply as BasketChanged).line : null
    if (!seen || !line || line.versionBefore === line.version) return []
    const changes = parts.changes.get(`${(reply as BasketChanged).basket.id} ${line.product_no}`) ?? []
    const foreign = changes.filter(
      ({ device, after }) => device !== seen.device && after > seen.version && after <= line.versionBefore,
    )
    if (request.method === 'POST') {
      const gone = changes.find(({ after }) => after === line.versionBefore)
      const wasRemoved = gone?.quantity === 0 && gone.device !== seen.device && gone.after > seen.version
      return seen.present && wasRemoved
        ? [`${key} added to a line that ${gone.device} had removed meanwhile`]
        : []
    }
    return foreign.length > 0
      ? [
          `${key} of ${seen.device}, who had seen version ${seen.version}, replaced ${JSON.stringify(foreign)}`,
        ]
      : []
  })

/** Asks for a decision only where somebody else changed something. */
const falseConflicts = (parts: {
  ledger: Ledger
  journal: readonly Entry[]
  changes: Map<string, LineChange[]>
}): string[] =>
  parts.journal.flatMap(({ key, status, reply }) => {
    const seen = parts.ledger.seen.get(key)
    if (status !== 412 || !seen || seen.product_no === null) return []
    const { basket } = reply as unknown as BasketConflict
    const changes = parts.changes.get(`${basket.id} ${seen.product_no}`) ?? []
    const foreign = changes.some(({ device, after }) => device !== seen.device && after > seen.version)
    return foreign
      ? []
      : [`${key} of ${seen.device} was refused, though nobody else changed ${seen.product_no}`]
  })

const detailsOverwritten = ({ ledger, journal }: { ledger: Ledger; journal: readonly Entry[] }): string[] => {
  const detailed = journal.flatMap(({ key, device, status, reply, request }) => {
    const changed =
      status === 200 && 'detailsVersionBefore' in reply && request.method === 'PUT' ? reply : null
    return changed && changed.detailsVersionBefore !== changed.basket.detailsVersion && !changed.line
      ? [
          {
            key,
            device,
            id: changed.basket.id,
            before: changed.detailsVersionBefore,
            after: changed.basket.detailsVersion,
          },
        ]
      : []
  })
  return detailed.flatMap(({ key, device, id, before }) => {
    const seen = ledger.seen.get(key)
    const foreign = detailed.filter(
      (other) =>
        other.id === id &&
        other.device !== device &&
        seen &&
        other.after > seen.version &&
        other.after <= before,
    )
    return foreign.length > 0
      ? [`${key} replaced details of ${foreign.map((other) => other.device)} unseen`]
      : []
  })
}

/** The last quantity that a person gave a line is on the server as theirs, or asks, or was given up by them. */
const wishesLost = (parts: { ledger: Ledger; journal: readonly Entry[]; waiting: Waiting }): string[] =>
  [...parts.ledger.lastWish].flatMap(([name, wish]) => {
    const [device, trollyId = '', product_no] = name.split(' ')
    if (parts.ledger.isDeleted(trollyId)) return []
    // A lane on hold keeps its operations apart; the last one is the final wish.
    const asks = parts.waiting.findLast(
      (record) =>
        record.device === device &&
        idOfLane(record.lane) === trollyId &&
        isLineOperation(record.operation) &&
        record.operation.product_no === product_no,
    )
    if (asks) return wish.quantity === null ? [] : wantsAnother(name, asks, wish.quantity)
    const entry = parts.journal.find(({ key }) => key === wish.opId)
    if (entry?.status === 200) {
      const line = (entry.reply as BasketChanged).line
      const stands = line?.removed ? 0 : line?.quantity
      return wish.quantity === null || stands === wish.quantity
        ? []
        : [`${name}: ${wish.quantity} was wanted and ${stands} was written by ${wish.opId}`]
    }
    const quantity = wish.quantity ?? wish.madeOf ?? null
    return stoodAlready(parts.journal, { device, trollyId, product_no, quantity })
      ? []
      : [`${name}: the wish for ${wish.quantity ?? 'more'} (${wish.opId}) is nowhere`]
  })

const wantsAnother = (name: string, asks: TrollyRecord, quantity: number): string[] => {
  const { operation } = asks
  const wanted = operation.kind === 'remove' ? 0 : operation.kind === 'set' ? operation.quantity : quantity
  return wanted === quantity ? [] : [`${name}: ${quantity} was wanted, ${wanted} is asked about`]
}

/** A refusal may have shown that the wish was already so; then nothing needed asking. */
const stoodAlready = (
  journal: readonly Entry[],
  wish: {
    device: string | undefined
    trollyId: string
    product_no: string | undefined
    quantity: number | null
  },
): boolean =>
  journal.some(({ device, status, reply }) => {
    if (device !== wish.device || status !== 412) return false
    const { basket, line } = reply as unknown as BasketConflict
    if (basket.id !== wish.trollyId || (line && line.product_no !== wish.product_no)) return false
    return (!line || line.removed ? 0 : line.quantity) === wish.quantity
  })

/** One order a trolly, of exactly what its author saw. */
const ordersWrong = ({ journal, server }: { journal: readonly Entry[]; server: Server }): string[] =>
  server.orders.flatMap((order) => {
    const placed = journal.filter(
      ({ status, reply }) =>
        status === 200 && 'orderNo' in reply && (reply as unknown as Order).basketId === order.basketId,
    )
    const [only] = placed
    if (!only || placed.length > 1) return [`${order.basketId} has ${placed.length} checkouts that succeeded`]
    const asked = (JSON.parse(only.request.body) as { lines: { product_no: string; quantity: number }[] })
      .lines
    return sorted(asked) === sorted(order.lines)
      ? []
      : [`${order.basketId}: ${sorted(asked)} was seen and ${sorted(order.lines)} ordered`]
  })

const sorted = (lines: readonly { product_no: string; quantity: number }[]): string =>
  lines
    .map(({ product_no, quantity }) => `${product_no} ${quantity}`)
    .sort()
    .join(', ')

/** Every device shows what the server has, apart from the lines that ask. */
const viewsDiffer = async (parts: {
  devices: readonly SimDevice[]
  server: Server
  waiting: Waiting
}): Promise<string[]> => {
  const found: string[] = []
  for (const { name, tabs } of parts.devices) {
    for (const [id, state] of parts.server.states) {
      const database = tabs.at(-1)?.database
      const asks = parts.waiting.some(({ lane, device }) => idOfLane(lane) === id && device === name)
      if (!database || state !== 'open' || asks) continue
      const view = await findTrolly(database, id)
      const shown = view?.lines.map(({ product_no, quantity }) => ({ product_no, quantity })) ?? []
      const stored = parts.server.lines.filter(({ basketId, removed }) => basketId === id && !removed)
      if (sorted(shown) !== sorted(stored))
        found.push(`${name} shows ${id} as ${sorted(shown)}, the server has ${sorted(stored)}`)
    }
  }
  return found
}

/** Every device shows its user's favourites, and where one device alone pressed a star, the last press stands. */
const favouritesDiffer = async (parts: {
  database: Database
  devices: readonly SimDevice[]
  ledger: Ledger
}): Promise<string[]> => {
  const found: string[] = []
  const rows = await parts.database
    .select()
    .from(favourites)
    .where(
      inArray(
        favourites.userId,
        parts.devices.map(({ userId }) => userId),
      ),
    )
  const standing = (userId: string): string[] =>
    rows.flatMap((row) => (row.userId === userId ? [row.product_no] : [])).sort()
  for (const { name, userId, tabs } of parts.devices) {
    const database = tabs.at(-1)?.database
    const shown = database ? (await listFavourites(database)).map(({ product_no }) => product_no).sort() : []
    if (shown.join() !== standing(userId).join())
      found.push(`${name} shows the favourites ${shown}, the server has ${standing(userId)}`)
  }
  for (const { userId, product_no, devices, wanted } of parts.ledger.stars.values())
    if (devices.size === 1 && standing(userId).includes(product_no) !== wanted)
      found.push(`${[...devices]}: ${product_no} was ${wanted ? '' : 'not '}to be a favourite`)
  return found
}
