import { type Assortment, type PriceListDownload, products } from '#contract/products.ts'
import type { ApiClient } from '#src/api/client.ts'
import { findAssortmentDownload, storeAssortment } from '#src/store/products/assortment.ts'
import { DownloadOvertaken } from '#src/store/products/download.ts'
import { findPricesDownload, storePrices } from '#src/store/products/price-lists.ts'
import type { Download, UserDatabase } from '#src/store/user-database.ts'

/** Downloads products and prices in parts, then changes. Stored parts let it resume; tabs take turns. */
export type AssortmentSync = {
  /** @throws ApiError; everything before it is stored */
  refresh: (customer: PricedCustomer, options?: { signal?: AbortSignal }) => Promise<void>
}

export type PricedCustomer = { customerId: string; priceListId: string }

export type AssortmentSyncPorts = {
  database: UserDatabase
  api: ApiClient
  inTurn: <Result>(name: string, act: () => Promise<Result>) => Promise<Result>
  withRoom: <Result>(write: () => Promise<Result>) => Promise<Result>
  now: () => number
}

/** After this many clearings or restarts the next refresh continues. */
const BEGINNINGS_MAX = 6

export const createAssortmentSync = (ports: AssortmentSyncPorts): AssortmentSync => ({
  refresh: (customer, { signal } = {}) =>
    ports.inTurn('trolly-assortment', async () => {
      // Prices first: a fifth of the bytes, and worth more to a trolly than further products.
      await refreshPrices(ports, { ...customer, signal })
      // Lazy: a trolly opens without it.
      const { refreshSearchInputs } = await import('./search-inputs.ts')
      await refreshSearchInputs(ports, { customerId: customer.customerId, signal })
      await refreshProducts(ports, signal)
    }),
})

async function refreshProducts(ports: AssortmentSyncPorts, signal: AbortSignal | undefined): Promise<void> {
  for (let beginnings = 0; beginnings < BEGINNINGS_MAX; ) {
    signal?.throwIfAborted()
    const known = await findAssortmentDownload(ports.database)
    const reply = await ports.api.call(products.assortment, {
      query: {
        ...(known && { since: known.cursor }),
        ...(known?.after !== undefined && { after: known.after }),
      },
      ...(signal && { signal }),
    })
    const stored = await store(ports, reply, { known, signal })
    if (stored === undefined || reply.range?.after === '') beginnings += 1
    // The server may have prepared the list minutes ago: ask for its changes at once.
    if (stored !== undefined && reply.range === null) return
  }
}

type Storing = { known: Download | undefined; signal: AbortSignal | undefined }

const store = (ports: AssortmentSyncPorts, reply: Assortment, { known, signal }: Storing) =>
  storeAssortment(ports.database, reply, { known, now: ports.now(), write: writer(ports, signal) }).catch(
    unlessOvertaken,
  )

async function refreshPrices(
  ports: AssortmentSyncPorts,
  { customerId, priceListId, signal }: PricedCustomer & { signal: AbortSignal | undefined },
): Promise<void> {
  const { database, api, now } = ports
  const ask = (known: Download | undefined) =>
    api.call(products.prices, {
      params: { id: customerId },
      // Incomplete lists have no changes: the rest comes with the whole.
      query: { ...(known && known.after === undefined && { since: known.cursor }) },
      ...(signal && { signal }),
    })
  const storeReply = async (reply: PriceListDownload, known: Download | undefined) => {
    // The customer may have another list by now, whose own state then counts.
    const own =
      reply.priceListId === priceListId ? known : await findPricesDownload(database, reply.priceListId)
    return storePrices(database, reply, { known: own, now: now(), write: writer(ports, signal) }).catch(
      unlessOvertaken,
    )
  }
  const known = await findPricesDownload(database, priceListId)
  const reply = await ask(known)
  const stored = await storeReply(reply, known)
  // The server may have prepared it minutes ago, its first part earlier still.
  if (reply.whole) await storeReply(await ask(stored), stored)
}

/** Serialises writes; stops once the download is cancelled. */
const writer =
  ({ withRoom }: AssortmentSyncPorts, signal: AbortSignal | undefined) =>
  (act: () => Promise<Download>): Promise<Download> => {
    signal?.throwIfAborted()
    return withRoom(act)
  }

/** Nothing is lost: the next call continues from the stored state. */
const unlessOvertaken = (error: unknown): undefined => {
  if (error instanceof DownloadOvertaken) return undefined
  throw error
}
