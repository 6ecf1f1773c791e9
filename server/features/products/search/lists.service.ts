import { londonDayOf } from '#domain/london-time.ts'
import { type ActiveFilters, LIST_FILTERS, type ListFilterName } from '#search/filters.ts'
import type { ProductList } from '#search/index/product-index.ts'
import type { Purchases } from '#search/sort.ts'
import type { Database } from '#server/db/database.ts'
import { findFavouriteNumbers } from '#server/features/favourites/favourites.repository.ts'
import { findShownAdverts } from '#server/features/products/adverts.repository.ts'
import { findRecentlyPurchased } from '#server/features/products/purchases.repository.ts'
import { findItems } from '#server/features/templates/template-items.repository.ts'
import { findTemplate, type Viewer } from '#server/features/templates/templates.repository.ts'
import { Refusal } from '#server/routing/refusal.ts'

/** Whose lists a search may be narrowed to. */
export type ListOwner = { viewer: Viewer; customerId: string; purchases: Purchases }

/**
 * The lists that a search is narrowed to. An advert that does not exist, or is not of today, has no products.
 * @throws Refusal `template_not_found`, also for another user's; `template_deleted`
 */
export const listsOf =
  ({ database, now }: { database: Database; now: () => Date }) =>
  async ({ viewer, customerId, purchases }: ListOwner, active: ActiveFilters): Promise<ProductList[]> => {
    const find: Record<ListFilterName, (value: string) => Promise<Iterable<string>>> = {
      recently_purchased: () => findRecentlyPurchased(database, customerId, now()),
      new_to_customer: async () => purchases.keys(),
      favourite: () => findFavouriteNumbers(database, viewer.userId),
      template: (id) => findTemplateNumbers(database, viewer, id),
      advert: async (code) => {
        const adverts = await findShownAdverts(database, londonDayOf(now()))
        return adverts.find((advert) => advert.code === code)?.product_nos ?? []
      },
    }
    return await Promise.all(
      LIST_FILTERS.flatMap((filter) => {
        const value = active[filter]
        if (value === undefined) return []
        return [find[filter](value).then((found) => ({ filter, value, product_nos: new Set(found) }))]
      }),
    )
  }

const findTemplateNumbers = async (database: Database, viewer: Viewer, id: string): Promise<string[]> => {
  const template = await findTemplate(database, viewer, id)
  if (template === undefined) throw new Refusal('template_not_found')
  if (template.deleted) throw new Refusal('template_deleted')
  const items = await findItems(database, id)
  return items.filter(({ deleted }) => !deleted).map(({ product_no }) => product_no)
}
