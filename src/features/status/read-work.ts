import { isUnderstood } from '#domain/outbox/lane.ts'
import { idOfLane, type Lane, nounOfLane, type OutboxRecord } from '#domain/outbox/record.ts'
import { productTitle } from '#domain/product.ts'
import { TEMPLATE, type TemplateRecord } from '#domain/templates/operation.ts'
import type { Decision } from '#domain/trollies/line-view.ts'
import { type Refusal, TROLLY, type TrollyRecord } from '#domain/trollies/operation.ts'
import { deliveryChoiceOf } from '#domain/trolly.ts'
import type { WaitingOrder } from '#src/device/delivery/use-late-orders.ts'
import { findChoice } from '#src/store/choice.ts'
import { findAssortmentDownload } from '#src/store/products/assortment.ts'
import { findPricesDownload } from '#src/store/products/price-lists.ts'
import type { Download, UserDatabase } from '#src/store/user-database.ts'
import { nounOf } from '#src/sync/engine/noun.ts'
import { readSync } from '#src/sync/engine/sync-state.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import { type Lane as LaneOfTrolly, laneTitles, readMarks, twinsOf } from './lane-titles.ts'

export type Work = {
  /** Trollies with unsent work, in the order of the changes. */
  lanes: LaneWork[]
  contact: { reached: boolean; at: number } | undefined
  /** The server's requested pause, epoch ms; 0: none. */
  pausedUntil: number
  /** Age of the chosen customer's prices, epoch ms; null: none. */
  pricesAt: number | null
  /** Share of the first product download, 0 to 1; null: not downloading. */
  downloadShare: number | null
}

export type LaneWork = {
  lane: Lane
  /** A trolly's day, and what tells it from others of that day; a template's name. */
  name: string | undefined
  queue: OutboxRecord[]
  decisions: Decision[]
  /** Why the whole trolly is on hold. */
  held: Refusal | null
  isOfNewerBuild: boolean
  /** An order that was never attempted. */
  order?: WaitingOrder | undefined
}

/** What waits to be sent, with all that the status line tells. */
export const WORK = { key: ['work'], read: (database: UserDatabase) => readWork(database) }

const readWork = async (database: UserDatabase): Promise<Work> => {
  const { outbox, trollies, templates, settings, downloads, sync } = database
  // One transaction saves one per read at every step of sending. It excludes tables that a download writes, or it would
  // wait for the download and the outbox for it.
  const small = await database.transaction(
    'r',
    [outbox, trollies, templates, settings, downloads, sync],
    () => readSmall(database),
  )
  const { queues, lanes, names, choice, contact, pausedUntil, prices, list } = small
  const twins = twinsOf(lanes)
  const titles = laneTitles(lanes, twins.length > 0 ? await readMarks(database, twins, choice) : new Map())
  return {
    lanes: queues.map(({ lane, queue }) => ({
      ...laneWork(lane, queue, titles.get(idOfLane(lane)) ?? names.get(idOfLane(lane))),
      order: waitingOrder(lanes.find(({ trollyId }) => trollyId === idOfLane(lane))),
    })),
    contact,
    pausedUntil,
    pricesAt: prices && prices.after === undefined ? prices.at : null,
    downloadShare: choice
      ? await shareDownloaded(database, choice.customer.priceListId, { prices, list })
      : null,
  }
}

const readSmall = async (database: UserDatabase) => {
  const records = await database.outbox.orderBy('seq').toArray()
  const queues = [...new Set(records.map(({ lane }) => lane))].map((lane) => ({
    lane,
    queue: records.filter((record) => record.lane === lane),
  }))
  const ofTrollies = queues.filter(({ lane }) => nounOfLane(lane) === TROLLY)
  const trollyIds = ofTrollies.map(({ lane }) => idOfLane(lane))
  const heads = await database.trollies.bulkGet(trollyIds)
  const lanes = trollyIds.map((trollyId, at) => ({
    trollyId,
    head: heads[at],
    queue: (ofTrollies[at]?.queue ?? []) as TrollyRecord[],
  }))
  const [names, choice, contact, pausedUntil, list] = await Promise.all([
    namesOfTemplates(database, queues),
    findChoice(database),
    readSync(database, 'lastContact'),
    readSync(database, 'pausedUntil'),
    findAssortmentDownload(database),
  ])
  const prices = choice && (await findPricesDownload(database, choice.customer.priceListId))
  return { queues, lanes, names, choice, contact, pausedUntil: pausedUntil ?? 0, prices, list }
}

const namesOfTemplates = async (
  { templates }: UserDatabase,
  queues: readonly Pick<LaneWork, 'lane' | 'queue'>[],
): Promise<ReadonlyMap<string, string>> => {
  const of = queues.filter(({ lane }) => nounOfLane(lane) === TEMPLATE)
  const heads = await templates.bulkGet(of.map(({ lane }) => idOfLane(lane)))
  return new Map(
    of.flatMap(({ lane, queue }, at) => {
      const [first] = queue as TemplateRecord[]
      const made = first?.operation.kind === 'create' ? first.operation.name : undefined
      const name = heads[at]?.name ?? made
      return name === undefined ? [] : [[idOfLane(lane), name] as const]
    }),
  )
}

/** Prices download first, so their number estimates the products'. Counted only during the download. */
const shareDownloaded = async (
  database: UserDatabase,
  priceListId: string,
  { prices, list }: { prices: Download | undefined; list: Download | undefined },
): Promise<number | null> => {
  if (prices?.after !== undefined && list === undefined) return 0
  if (list?.after === undefined) return null
  const expected = await database.prices.where('priceListId').equals(priceListId).count()
  return expected === 0 ? 0 : Math.min(1, (await database.products.count()) / expected)
}

const laneWork = (lane: Lane, queue: OutboxRecord[], name: string | undefined): LaneWork => ({
  lane,
  name,
  queue,
  // Trollies alone ask.
  decisions: (queue as TrollyRecord[]).flatMap(({ opId, operation, refusal, state }) =>
    state === 'attention' && refusal ? [{ opId, operation, refusal }] : [],
  ),
  held: queue.find(({ state }) => state === 'held')?.refusal ?? null,
  isOfNewerBuild: !queue.every((record) => isUnderstood(nounOf(NOUNS, lane)?.rules ?? {}, record)),
})

const waitingOrder = (of: LaneOfTrolly | undefined): WaitingOrder | undefined => {
  const order = of?.queue.find(({ operation }) => operation.kind === 'checkout')
  if (!of || order?.operation.kind !== 'checkout' || order.state !== 'pending' || order.attempts > 0)
    return undefined
  const create = of.queue.find(({ operation }) => operation.kind === 'create')?.operation
  const customerId = of.head?.customerId ?? (create?.kind === 'create' ? create.customerId : undefined)
  if (customerId === undefined) return undefined
  const { deliveryDay } = order.operation
  return { trollyId: of.trollyId, customerId, deliveryDay, ...deliveryChoiceOf(order.operation) }
}

export const productNames = async (
  database: UserDatabase,
  records: readonly Pick<OutboxRecord, 'operation'>[],
): Promise<ReadonlyMap<string, string>> => {
  const productNos = records.flatMap(({ operation }) =>
    'product_no' in operation && typeof operation.product_no === 'string' ? [operation.product_no] : [],
  )
  const products = await database.products.bulkGet([...new Set(productNos)])
  return new Map(
    products.flatMap((product) => (product ? [[product.product_no, productTitle(product)]] : [])),
  )
}
