import { v7 as uuidv7 } from 'uuid'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Basket, BasketChanged, BasketHead, trollies } from '#contract/trollies.ts'
import type { DeliveryChoice, TrollyDetails } from '#domain/trolly.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inOnePacket } from '#server/db/transaction.ts'
import { requireCurrentCustomerId } from '#server/features/customers/require-customer.ts'
import type { Caller } from '#server/routing/caller.ts'
import { isSeen } from '#server/routing/if-match.ts'
import type { MutationCall } from '#server/routing/mutation.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { changedLines, detailsIn, requireFixed } from './basket-body.ts'
import { writeLines } from './lines.repository.ts'
import { createTrolly, findOpenTrollies, isAddressOf, isCollectionAddress } from './trollies.repository.ts'
import { headOf } from './trolly-head.ts'
import { requireFound, type TrollyCall } from './trolly-mutation.ts'
import {
  findTrolly,
  findTrollyWithLines,
  readLines,
  type TrollyRow,
  writeTrolly,
} from './trolly-rows.repository.ts'

type Page = { data: BasketHead[]; total: number; page: number; pageLength: number }

export type TrolliesService = {
  list: (user: Caller, query: QueryOf<typeof trollies.list>) => Promise<Page>
  /** In any state, so that a device can compare what it holds. @throws Refusal `trolly_not_found` */
  get: (user: Caller, id: string) => Promise<Basket>
  /**
   * An id of the caller's own trolly is `trolly_exists`; another's is `trolly_not_found`, as in every call. That
   * reveals only that the id (74 random bits) is taken, as any refusal would; the remedy is a new trolly.
   * @throws Refusal `customer_required`, `customer_not_found`, `trolly_exists`, `trolly_not_found`, `address_not_found`,
   * `collection_address_not_found`
   */
  create: (call: MutationCall<typeof trollies.create>) => Promise<BasketChanged>
  /**
   * Sets the details and the quantities of the items given, all or nothing.
   * @throws Refusal `version_mismatch`, unless nothing would change; `address_not_found`, `collection_address_not_found`,
   * `invalid_request`, `product_not_found`, `too_many_lines`
   */
  update: (call: TrollyCall<typeof trollies.update>) => Promise<BasketChanged>
  /** Succeeds for a deleted trolly. @throws Refusal `version_mismatch` */
  remove: (call: TrollyCall<typeof trollies.remove>) => Promise<BasketChanged>
}

export const trolliesService = ({ database }: { database: Database }): TrolliesService => ({
  list: async (user, { customerId, page = 1, pageLength = 24 }) => {
    const found = await findOpenTrollies(database, user, {
      customerId,
      limit: pageLength,
      offset: (page - 1) * pageLength,
    })
    const data = found.data.map(({ trolly, lines }) => headOf(trolly, lines))
    return { data, total: found.total, page, pageLength }
  },

  get: async (user, id) => {
    const found = await findTrollyWithLines(database, user, id)
    return basketOf(requireFound(found?.trolly), found?.lines ?? [], found?.substitutes)
  },

  create: async ({ connection, user, body, now }) => {
    const wanted = {
      ...EMPTY,
      ...body,
      id: body.id ?? uuidv7(),
      customerId: body.customerId ?? (await requireCurrentCustomerId(connection, user)),
    }
    await requireOwnPlaces(connection, wanted)
    const created = await createTrolly(connection, user, wanted, now)
    if (created === 'no_customer') throw new Refusal('customer_not_found')
    if (created === 'taken') {
      requireFound(await findTrolly(connection, user, wanted.id))
      throw new Refusal('trolly_exists')
    }
    return { basket: headOf(created, []), versionBefore: 0, detailsVersionBefore: 0, line: null }
  },

  update: async ({ connection, trolly, body, ifMatch: seenVersion, now }) => {
    requireFixed(trolly, body)
    const { items = [], detailsVersion = seenVersion } = body
    const details = detailsIn(body)
    const isSame = hasDetails(trolly, details)
    if (!isSame) {
      const isLatest = [seenVersion, detailsVersion].every((seen) => isSeen(seen, trolly.detailsVersion))
      if (!isLatest) throw mismatch(trolly, await readPriced(connection, trolly))
      await requireOwnPlaces(connection, { ...details, customerId: trolly.customerId })
    }
    const lines = await changedLines(connection, trolly, { items, now })
    if (isSame && lines.length === 0) return changed(trolly, trolly, await readPriced(connection, trolly))
    await writeLines(connection, trolly.id, lines)
    const written = {
      ...next(trolly, now),
      ...details,
      version: trolly.version + lines.length + (isSame ? 0 : 1),
      detailsVersion: trolly.detailsVersion + (isSame ? 0 : 1),
    }
    const [after, priced] = await inOnePacket(connection, () =>
      Promise.all([writeTrolly(connection, written), readPriced(connection, trolly)]),
    )
    return changed(trolly, after, priced)
  },

  remove: async ({ connection, trolly, ifMatch: seenVersion, now }) => {
    const lines = await readPriced(connection, trolly)
    if (trolly.state === 'deleted') return changed(trolly, trolly, lines)
    if (!isSeen(seenVersion, trolly.version)) throw mismatch(trolly, lines)
    const after: TrollyRow = { ...next(trolly, now), state: 'deleted' }
    await writeTrolly(connection, after)
    return changed(trolly, after, lines)
  },
})

const EMPTY: TrollyDetails = { deliveryDay: null, poNumber: '', instructions: '' }

/** @throws Refusal `address_not_found`, `collection_address_not_found` */
const requireOwnPlaces = async (
  connection: Connection,
  { customerId, deliveryAddressId, collectionSiteId }: DeliveryChoice & { customerId: string },
): Promise<void> => {
  if (deliveryAddressId && !(await isAddressOf(connection, customerId, deliveryAddressId))) {
    throw new Refusal('address_not_found')
  }
  if (collectionSiteId && !(await isCollectionAddress(connection, collectionSiteId))) {
    throw new Refusal('collection_address_not_found')
  }
}

const readPriced = async (connection: Connection, trolly: TrollyRow): Promise<Lines> =>
  pricedLinesOf(await readLines(connection, trolly))

type Lines = Parameters<typeof headOf>[1]

const next = (trolly: TrollyRow, now: Date): TrollyRow => ({
  ...trolly,
  version: trolly.version + 1,
  updatedAt: now.toISOString(),
})

const hasDetails = (trolly: TrollyDetails, asked: Partial<TrollyDetails>): boolean =>
  Object.entries(asked).every(([field, value]) => trolly[field as keyof TrollyDetails] === value)

const changed = (before: TrollyRow, after: TrollyRow, lines: Lines): BasketChanged => ({
  basket: headOf(after, lines),
  versionBefore: before.version,
  detailsVersionBefore: before.detailsVersion,
  line: null,
})

const mismatch = (trolly: TrollyRow, lines: Lines): Refusal =>
  new Refusal('version_mismatch', { fields: { basket: headOf(trolly, lines), line: null } })

export const basketOf = (
  trolly: TrollyRow,
  items: Basket['items'],
  substitutes: Basket['substitutes'] = [],
): Basket => ({
  ...headOf(trolly, pricedLinesOf(items)),
  items,
  ...(substitutes.length > 0 && { substitutes }),
})

const pricedLinesOf = (items: Basket['items']): Lines => items.filter(({ removed }) => !removed)
