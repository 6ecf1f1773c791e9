import { findRoute } from '#domain/route-match.ts'
import { prefetchLive } from '#src/device/use-live.ts'
import { findChoice } from '#src/store/choice.ts'
import { productsQuery } from '#src/store/products/pricing.ts'
import { templateQuery } from '#src/store/templates.ts'
import { productNosOf, trollyQuery } from '#src/store/trollies/open-trolly.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { loadVirtualRows, VIRTUAL_FROM } from '#src/ui/list/use-virtual-rows.ts'
import { TROLLY_PAGES } from './use-trolly-at-hand.ts'

const ADVERT_PAGES = [{ path: '/home' }, { path: '/orders/create/search-{id}' }]
const TEMPLATE_PAGES = [{ path: '/orders/templates-{id}' }]

/** Reads from the device what the page shows first, and loads what draws its list. */
export const readAhead = async (database: UserDatabase, pathname: string): Promise<void> => {
  const [rowCount] = await Promise.all([
    readPage(database, pathname),
    // The page itself tries again.
    readAdverts(database, pathname).catch(() => {}),
  ])
  // The list itself tries again.
  if (rowCount > VIRTUAL_FROM) await loadVirtualRows().catch(() => {})
}

/** @returns the length of the page's list */
const readPage = async (database: UserDatabase, pathname: string): Promise<number> => {
  const opened = findRoute(TROLLY_PAGES, pathname)?.params.id
  if (opened !== undefined) return readTrolly(database, opened)
  const template = findRoute(TEMPLATE_PAGES, pathname)?.params.id
  const choice = template === undefined ? undefined : await findChoice(database)
  if (template === undefined || !choice) return 0
  const { customer, trollyId } = choice
  const [found] = await Promise.all([
    prefetchLive(database, templateQuery(template)),
    trollyId === null ? undefined : readTrolly(database, trollyId),
  ])
  const product_nos = found?.items.map(({ product_no }) => product_no) ?? []
  await prefetchLive(database, productsQuery(customer.priceListId, product_nos))
  return product_nos.length
}

/** An open trolly has no use for them. */
const readAdverts = async (database: UserDatabase, pathname: string): Promise<void> => {
  const choice = findRoute(ADVERT_PAGES, pathname) && (await findChoice(database))
  if (!choice) return
  const { readAdvertsAhead } = await import('#src/features/adverts/adverts.tsx')
  await readAdvertsAhead(database, choice.customer.priceListId)
}

const readTrolly = async (database: UserDatabase, trollyId: string): Promise<number> => {
  const found = await prefetchLive(database, trollyQuery(trollyId))
  if (!found) return 0
  const product_nos = productNosOf(found.view)
  await prefetchLive(database, productsQuery(found.view.priceListId, product_nos))
  return product_nos.length
}
