import type { LiveNews } from '#contract/live.ts'
import type { Database } from '#server/db/database.ts'
import { type ChangesSeen, lookForChanges } from './live.repository.ts'

/**
 * Finds what has changed for the accounts that somebody follows, whoever changed it: rows carry the number of their last
 * transaction (docs/decisions/0004). It looks when it is woken, and every second, so that no change needs to announce itself.
 * Each look begins where the last one ended, so one that fails or comes late misses nothing. Nobody follows: nothing is looked for.
 */
export type Watch = {
  /** Resolves once every later change will be told. @param tell gets the text of a `LiveNews` */
  follow: (customerId: string, tell: Tell) => Promise<() => void>
  /** Something may have changed. */
  wake: () => void
  close: () => void
}

export type Tell = (news: string) => void

export type WatchPorts = {
  database: Database
  pollMs: number
  /** Looks fail from now on. */
  onTrouble: (error: unknown) => void
}

/** An import changes thousands. */
const PRODUCTS_NAMED_MOST = 50

export const CATCH_UP = JSON.stringify({ catchUp: true } satisfies LiveNews)

type Seen = Pick<ChangesSeen, 'snapshot' | 'epoch' | 'viewers'>

export const watchChanges = ({ database, pollMs, onTrouble }: WatchPorts): Watch => {
  const followers = new Map<string, Set<Tell>>()
  let seen: Seen | undefined
  let looking: Promise<void> | undefined
  let again = false
  let isFailing = false
  let polling: NodeJS.Timeout | undefined

  const read = async (since: Seen | undefined): Promise<void> => {
    const found = await lookForChanges(database, {
      since: since?.snapshot,
      customerIds: [...followers.keys()],
      productsMost: PRODUCTS_NAMED_MOST,
    })
    // Everybody has left meanwhile.
    if (followers.size === 0) return
    seen = found
    if (since === undefined) return
    if (since.epoch !== found.epoch) for (const tell of everybody()) tell(CATCH_UP)
    else tellOf(since, found)
  }

  const look = (): Promise<void> => {
    again = looking !== undefined
    looking ??= (async () => {
      do {
        again = false
        await read(seen)
      } while (again && followers.size > 0)
    })().finally(() => {
      looking = undefined
    })
    return looking
  }

  function* everybody(): Generator<Tell> {
    for (const tells of followers.values()) yield* tells
  }

  const tellOf = (since: Seen, found: ChangesSeen): void => {
    const products =
      found.products.length === 0
        ? {}
        : { products: found.products.length > PRODUCTS_NAMED_MOST ? null : found.products }
    const news = newsByCustomer(since, found)
    const ofProducts = found.products.length === 0 ? undefined : JSON.stringify(products)
    for (const [customerId, tells] of followers) {
      const own = news.get(customerId)
      const text = own ? JSON.stringify({ ...own, ...products } satisfies LiveNews) : ofProducts
      if (text !== undefined) for (const tell of tells) tell(text)
    }
  }

  const wake = (): void => {
    if (followers.size === 0) return
    look().then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        if (!isFailing) onTrouble(error)
        isFailing = true
      },
    )
  }

  const stop = (): void => {
    clearInterval(polling)
    polling = undefined
    seen = undefined
  }

  return {
    follow: async (customerId, tell) => {
      const leave = () => {
        const tells = followers.get(customerId)
        tells?.delete(tell)
        if (tells?.size === 0) followers.delete(customerId)
        if (followers.size === 0) stop()
      }
      followers.set(customerId, (followers.get(customerId) ?? new Set()).add(tell))
      try {
        // A look that is under way reads for those who followed before.
        if (seen === undefined || looking !== undefined) await look()
      } catch (error) {
        leave()
        throw error
      }
      if (followers.size > 0) polling ??= setInterval(wake, pollMs).unref()
      return leave
    },
    wake,
    close: stop,
  }
}

type NewsOfCustomer = Required<Pick<LiveNews, 'trollies' | 'orders' | 'viewers'>>

const newsByCustomer = (since: Seen, { trollies, orders, viewers }: ChangesSeen) => {
  const news = new Map<string, Partial<NewsOfCustomer>>()
  const add = <Part extends keyof NewsOfCustomer>(
    customerId: string,
    part: Part,
    item: NewsOfCustomer[Part][number],
  ): void => {
    const own = news.get(customerId) ?? {}
    own[part] = [...(own[part] ?? []), item] as never
    news.set(customerId, own)
  }
  for (const [id, customerId, version] of trollies) add(customerId, 'trollies', { id, version })
  for (const [id, customerId] of orders) add(customerId, 'orders', id)
  for (const [id, customerId] of movedViewers(since.viewers, viewers)) add(customerId, 'viewers', id)
  return news
}

/** Trollies that others have open than before, or nobody. */
const movedViewers = (
  before: ChangesSeen['viewers'],
  now: ChangesSeen['viewers'],
): ReadonlyMap<string, string> => {
  const known = new Set(before.map(String))
  const moved = now.filter((each) => !known.delete(String(each)))
  const left = before.filter((each) => known.has(String(each)))
  return new Map([...moved, ...left].map(([id, customerId]) => [id, customerId]))
}
