import { type ActiveFilters, inEvery } from '#domain/search/filters.ts'
import type { Database } from '#server/db/database.ts'
import { findFavouriteNumbers } from '#server/features/favourites/favourites.repository.ts'
import { findRecentlyPurchased } from '#server/features/products/purchases.repository.ts'
import { findItems } from '#server/features/templates/template-items.repository.ts'
import { findTemplate, type Viewer } from '#server/features/templates/templates.repository.ts'
import { Refusal } from '#server/routing/refusal.ts'

/** Whose lists a search may be narrowed to. */
export type ListOwner = { viewer: Viewer; customerId: string }

/**
 * The products that a search is narrowed to by lists; undefined: not narrowed.
 * @throws Refusal `template_not_found`, also for another user's; `template_deleted`
 */
export const listsOf =
  ({ database, now }: { database: Database; now: () => Date }) =>
  async ({ viewer, customerId }: ListOwner, active: ActiveFilters): Promise<string[] | undefined> => {
    const found = await Promise.all([
      active.recently_purchased && findRecentlyPurchased(database, customerId, now()),
      active.favourite && findFavouriteNumbers(database, viewer.userId),
      active.template && findTemplateNumbers(database, viewer, active.template),
    ])
    const only = inEvery(found.flatMap((list) => (Array.isArray(list) ? [new Set(list)] : [])))
    return only && [...only]
  }

const findTemplateNumbers = async (database: Database, viewer: Viewer, id: string): Promise<string[]> => {
  const template = await findTemplate(database, viewer, id)
  if (template === undefined) throw new Refusal('template_not_found')
  if (template.deleted) throw new Refusal('template_deleted')
  const items = await findItems(database, id)
  return items.filter(({ deleted }) => !deleted).map(({ product_no }) => product_no)
}
