import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#src/api/client.ts'
import { fetchPicturesAhead, loadPicture, picturesAreWelcome } from '#src/device/pictures-ahead.ts'
import { nounRead, ordersRead } from '#src/device/stored-reads.ts'
import { faqsQuery } from '#src/features/faq/faq-queries.ts'
import { templatesRead } from '#src/features/templates/use-templates.ts'
import { findChoice } from '#src/store/choice.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import { reportSearches } from '#src/sync/search-log.ts'

type Ports = { api: ApiClient; database: UserDatabase }

const EVERY_MS = 60_000

/** Now and every minute, until the signal. What fails is tried again next time. */
export const workQuietly = (client: QueryClient, ports: Ports, ended: AbortSignal): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const workAndWait = () => {
    if (ended.aborted) return
    work(client, ports)
      .catch(() => {})
      .finally(() => {
        timer = setTimeout(workAndWait, EVERY_MS)
        if (ended.aborted) clearTimeout(timer)
      })
  }
  ended.addEventListener('abort', () => clearTimeout(timer))
  workAndWait()
}

const work = async (client: QueryClient, ports: Ports): Promise<void> => {
  const { api, database } = ports
  await Promise.all([
    readQuestionsAhead(client, api),
    reportSearches({ database, api }),
    readListsAhead(client, ports),
  ])
  // After the lists, which say whose.
  await fetchPicturesAhead({
    database,
    caches: globalThis.caches,
    isWelcome: picturesAreWelcome,
    load: loadPicture,
  })
}

/** They change a few times a year. */
const FRESH_MS = 12 * 3_600_000

const LISTS_FRESH_MS = 30 * 60_000

const readQuestionsAhead = (client: QueryClient, api: ApiClient): Promise<void> =>
  client.prefetchQuery({ ...faqsQuery(api), meta: {}, staleTime: FRESH_MS })

/** Orders, templates, safety notices, and every noun with a `refresh`, so that they are there without a connection though nobody has opened them. */
const readListsAhead = async (client: QueryClient, ports: Ports): Promise<void> => {
  const customer = (await findChoice(ports.database))?.customer
  if (!customer) return
  const ofCustomer = { customerId: customer.id, priceListId: customer.priceListId }
  const rarely = { staleTime: LISTS_FRESH_MS, gcTime: LISTS_FRESH_MS }
  for (const [noun, { refresh }] of Object.entries(NOUNS))
    if (refresh)
      await client.prefetchQuery({ ...nounRead(noun, { ...ports, customer: ofCustomer }), ...rarely })
  const { safetyRead } = await import('#src/device/use-safety-notices.ts')
  await client.prefetchQuery({ ...safetyRead({ ...ports, customer: ofCustomer }), ...rarely })
  await client.prefetchQuery({ ...ordersRead({ ...ports, customer: ofCustomer }), ...rarely })
  await client.prefetchQuery({ ...templatesRead(ports, ofCustomer), ...rarely })
}
