import type { QueryClient } from '@tanstack/react-query'
import { liveQuery } from 'dexie'
import type { LiveNews } from '#contract/live.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { findChoice } from '#src/store/choice.ts'
import { findSession } from '#src/store/device/session.ts'
import { webStorage } from '#src/store/device/web-storage.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { browserClock } from '#src/sync/engine/browser-ports.ts'
import type { Clock } from '#src/sync/engine/ports.ts'
import { followLive } from '#src/sync/live/follow-live.ts'
import { readLive } from '#src/sync/live/live-stream.ts'
import { trollyUpdates } from '#src/sync/live/trolly-updates.ts'

type Parts = {
  client: QueryClient
  device: Pick<UserDevice, 'userId' | 'database' | 'reads' | 'isLive'>
}

/** Follows what others change for the chosen account. @param ended stops it */
export const startLive = ({ client, device, ended }: Parts & { ended: AbortSignal }): void => {
  if (ended.aborted) return
  const { userId, database, reads, isLive } = device
  const channel = new BroadcastChannel(`trolly-live-${userId}`)
  let customerId: string | undefined
  const follows = followLive({
    read: async (of, { signal, ...told }) => {
      const session = findSession(webStorage('localStorage'))
      if (session?.user.id !== userId) return { is: 'lost' }
      const ports = { fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init) }
      return await readLive(
        { ...ports, clock: browserClock, ...told },
        { token: session.token, customerId: of, signal },
      )
    },
    hold: (signal, act) =>
      // A browser that blocks site data denies its locks: then each tab has a stream.
      navigator.locks.request(`trolly-live-${userId}`, { signal }, act).catch((error: unknown) => {
        if (!signal.aborted) return act()
        throw error
      }),
    channel,
    events: { window, document },
    clock: browserClock,
    random: Math.random,
    isLive,
    onNews: newsTaker({
      client,
      device,
      clock: browserClock,
      random: Math.random,
      customerId: () => customerId,
    }),
    // The client ends the session at the answer of any call.
    onUnauthenticated: () => void reads.refreshTrollies(customerId ?? '').catch(() => {}),
  })
  const choice = liveQuery(() => findChoice(database)).subscribe({
    next: (found) => {
      customerId = found?.customer.id
      follows.follow(customerId)
    },
    // The device's own state says that its database has failed.
    error: () => follows.stop(),
  })
  ended.addEventListener('abort', () => {
    choice.unsubscribe()
    follows.stop()
    channel.close()
  })
}

/** All devices learn of an import at once, and must not all download it at once. */
const IMPORT_WITHIN_MS = 60_000
const STOCK_WITHIN_MS = 500
/** Stock that was read so lately is recent enough for a page that has been away. */
const STOCK_FRESH_MS = 60_000

export type TakerParts = Parts & { clock: Clock; random: () => number; customerId: () => string | undefined }

/** Reads what is lacking, by the reads that pages use themselves. */
export const newsTaker = ({ client, device, clock, random, customerId }: TakerParts) => {
  const { database, reads } = device
  const readOpen = (trollyId: string): Promise<unknown> | undefined => {
    const queryKey = queryKeys.trollyRead(trollyId)
    // Its page says what has become of a trolly that is no longer open.
    return client.getQueryCache().find({ queryKey })?.isActive()
      ? client.refetchQueries({ queryKey, type: 'active' })
      : undefined
  }
  const ignored = () => {
    // The next catch-up, or the next opening of the page, reads again.
  }
  const trollies = {
    reading: trollyUpdates({
      database,
      clock,
      read: async (id) => (await readOpen(id)) ?? (await reads.refreshTrolly(id)),
      onTrouble: ignored,
    }),
    showing: trollyUpdates({ database, clock, read: async (id) => readOpen(id), onTrouble: ignored }),
  }
  let download = { at: Number.POSITIVE_INFINITY, callOff: () => {} }
  const downloadWithin = (ms: number): void => {
    const delayMs = random() * ms
    const at = clock.now() + delayMs
    if (download.at <= at) return
    download.callOff()
    const callOff = clock.after(delayMs, () => {
      download = { at: Number.POSITIVE_INFINITY, callOff: () => {} }
      void client.invalidateQueries({ queryKey: queryKeys.assortmentRead('', '').slice(0, 1) })
    })
    download = { at, callOff }
  }

  const takeProducts = async (product_nos: readonly string[] | null): Promise<void> => {
    if (product_nos === null) return downloadWithin(IMPORT_WITHIN_MS)
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOfProduct(queryKey, product_nos) })
    // Any order changes some stock. What is not in a trolly comes with the next download, or each would go to every device at once.
    if (await isInTrolly(database, product_nos)) downloadWithin(STOCK_WITHIN_MS)
  }

  const catchUp = async (): Promise<void> => {
    const [{ state } = {}] = client.getQueryCache().findAll({ queryKey: ['assortment-read'], type: 'active' })
    if (state && clock.now() - state.dataUpdatedAt > STOCK_FRESH_MS) downloadWithin(STOCK_WITHIN_MS)
    const id = customerId()
    if (id !== undefined) await reads.refreshTrollies(id)
  }

  return (news: LiveNews, { reads: isReader }: { reads: boolean }): void => {
    const { trollies: changed = [], orders = [], products, viewers = [] } = news
    const updates = isReader ? trollies.reading : trollies.showing
    for (const { id, version } of changed) updates.note(id, version)
    if (orders.length > 0 || news.catchUp)
      void client.invalidateQueries({ predicate: ({ queryKey }) => isOfOrders(queryKey) })
    for (const id of viewers) void client.invalidateQueries({ queryKey: queryKeys.trollyViewers(id) })
    if (!isReader) return
    if (products !== undefined) takeProducts(products).catch(ignored)
    if (news.catchUp) catchUp().catch(ignored)
  }
}

const isInTrolly = async ({ lines }: UserDatabase, product_nos: readonly string[]): Promise<boolean> => {
  const changed = new Set(product_nos)
  return (
    (await lines.filter(({ product_no, removed }) => !removed && changed.has(product_no)).first()) !==
    undefined
  )
}

const ORDER_CALLS = /^(basket\/processed|order\/transaction)\//

const isOfOrders = ([name, of]: readonly unknown[]): boolean =>
  name === 'orders-read' || (name === 'reply' && typeof of === 'string' && ORDER_CALLS.test(of))

const isOfProduct = ([name, , product_no]: readonly unknown[], product_nos: readonly string[]): boolean =>
  name === 'product' && product_nos.includes(String(product_no))
