import type { Decision } from '#domain/operations/draft.ts'
import type { Refusal } from '#domain/operations/operation.ts'
import { OUTBOX_FORMAT, type OutboxRecord } from '#domain/operations/outbox-record.ts'
import type { NameOf } from '#domain/operations/words.ts'
import { productTitle } from '#domain/product.ts'
import { findAssortmentDownload } from '#src/store/assortment.ts'
import { findChoice } from '#src/store/choice.ts'
import { findPricesDownload } from '#src/store/price-lists.ts'
import type { Download, UserDatabase } from '#src/store/user-database.ts'
import { readSync } from '#src/sync/sync-state.ts'
import { laneTitles, readMarks, twinsOf } from './lane-titles.ts'

/** All that waits on this device, and how far it has come. */
export type Work = {
  /** Trollies with something waiting, in the order in which it was done. */
  lanes: LaneWork[]
  nameOf: NameOf
  /** How the last request ended; undefined: none was made yet. */
  contact: { reached: boolean; at: number } | undefined
  /** The server asked for patience until then; epoch milliseconds, 0: it did not. */
  pausedUntil: number
  /** How old the prices are that this device has for the chosen customer, epoch milliseconds; null: it has none. */
  pricesAt: number | null
  /** How much of the product list is here while it comes for the first time, 0 to 1; null: it is not on its way. */
  downloadShare: number | null
}

export type LaneWork = {
  trollyId: string
  /** For when, and what tells it from others of that day. */
  title: string
  /** Everything in its queue, in order. */
  queue: OutboxRecord[]
  decisions: Decision[]
  /** Why the whole trolly stands still. */
  held: Refusal | null
  /** Written by a newer build than this one. */
  isOfNewerBuild: boolean
}

export const readWork = async (database: UserDatabase): Promise<Work> => {
  const { outbox, trollies, settings, downloads, sync } = database
  // In one transaction: alone, each of these small reads would begin one, and they are made again at every step of sending.
  // Not of the tables that a download writes: this transaction would wait for it, and a change of the outbox for this one.
  const small = await database.transaction('r', [outbox, trollies, settings, downloads, sync], () =>
    readSmall(database),
  )
  const { records, lanes, choice, contact, pausedUntil, prices, list } = small
  const twins = twinsOf(lanes)
  const titles = laneTitles(lanes, twins.length > 0 ? await readMarks(database, twins, choice) : new Map())
  return {
    lanes: lanes.map(({ trollyId, queue }) => laneWork(trollyId, queue, titles.get(trollyId) ?? '')),
    nameOf: await namesOf(database, records),
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
  const trollyIds = [...new Set(records.map(({ lane }) => lane))]
  const heads = await database.trollies.bulkGet(trollyIds)
  const lanes = trollyIds.map((trollyId, at) => ({
    trollyId,
    head: heads[at],
    queue: records.filter(({ lane }) => lane === trollyId),
  }))
  const choice = await findChoice(database)
  return {
    records,
    lanes,
    choice,
    contact: await readSync(database, 'lastContact'),
    pausedUntil: (await readSync(database, 'pausedUntil')) ?? 0,
    prices: choice && (await findPricesDownload(database, choice.customer.priceListId)),
    list: await findAssortmentDownload(database),
  }
}

/** The prices come first and as a whole, so there are about as many products as they are. Counted only while it matters. */
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

const laneWork = (trollyId: string, queue: OutboxRecord[], title: string): LaneWork => ({
  trollyId,
  title,
  queue,
  decisions: queue.flatMap(({ opId, operation, refusal, state }) =>
    state === 'attention' && refusal ? [{ opId, operation, refusal }] : [],
  ),
  held: queue.find(({ state }) => state === 'held')?.refusal ?? null,
  isOfNewerBuild: queue.some(({ v }) => v !== OUTBOX_FORMAT),
})

/** A product that this device does not have is called by its number. */
const namesOf = async (database: UserDatabase, records: readonly OutboxRecord[]): Promise<NameOf> => {
  const productNos = records.flatMap(({ operation }) =>
    'product_no' in operation ? [operation.product_no] : [],
  )
  const products = await database.products.bulkGet([...new Set(productNos)])
  const names = new Map(
    products.flatMap((product) => (product ? [[product.product_no, productTitle(product)]] : [])),
  )
  return (product_no) => names.get(product_no) ?? product_no
}
