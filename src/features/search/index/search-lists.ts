import { FAVOURITES_SHOWN } from '#domain/favourites.ts'
import type { NamedTemplate } from '#domain/search/filter-options.ts'
import {
  type ActiveFilters,
  FLAG_SET,
  inEvery,
  LIST_FILTERS,
  type ListFilterName,
} from '#domain/search/filters.ts'
import { findShown } from '#src/store/lane-rows.ts'
import { findTemplateNumbers, listTemplateStamps, type TemplateStamp } from '#src/store/template-numbers.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { ProductList } from './product-index.ts'
import type { createSearchInputs } from './search-inputs.ts'

/** The lists that a search may be narrowed to, as this device has them, waiting changes included. */

type SearchListsParts = {
  database: UserDatabase
  purchases: ReturnType<typeof createSearchInputs>['purchases']
  /** Epoch ms. */
  now: () => number
}

type Narrowing = {
  /** undefined: not narrowed. */
  only: ReadonlySet<string> | undefined
  /** A filter whose list this device does not have. */
  unknown: ListFilterName | undefined
}

/** undefined: not on this device. */
type Find = (customerId: string, value: string) => Promise<ReadonlySet<string> | undefined>

export const createSearchLists = ({ database, purchases, now }: SearchListsParts) => {
  const find: Record<ListFilterName, Find> = {
    recently_purchased: async (customerId) => (await purchases(customerId))?.recent(now()),
    favourite: async () => {
      const favourites = await findShown(database, FAVOURITES_SHOWN)
      return favourites && new Set(favourites.map(({ product_no }) => product_no))
    },
    template: (_, id) => findTemplateNumbers(database, id),
  }
  const numbersOf = createTemplateNumbers(database)
  return {
    narrowing: async (customerId: string, active: ActiveFilters): Promise<Narrowing> => {
      const wanted = LIST_FILTERS.flatMap((filter) => {
        const value = active[filter]
        return value === undefined ? [] : [{ filter, value }]
      })
      const lists = await Promise.all(wanted.map(({ filter, value }) => find[filter](customerId, value)))
      return {
        only: inEvery(lists.filter((list) => list !== undefined)),
        unknown: wanted.find((_, place) => lists[place] === undefined)?.filter,
      }
    },

    /** To count. */
    known: async (customerId: string): Promise<{ lists: ProductList[]; templates: NamedTemplate[] }> => {
      const templates = await listTemplateStamps(database, customerId)
      const lists = await Promise.all([
        listOf('recently_purchased', FLAG_SET, find.recently_purchased(customerId, FLAG_SET)),
        listOf('favourite', FLAG_SET, find.favourite(customerId, FLAG_SET)),
        ...templates.map((template) => listOf('template', template.id, numbersOf(template))),
      ])
      return { lists: lists.flat(), templates }
    },
  }
}

const listOf = async (
  filter: ListFilterName,
  value: string,
  found: Promise<ReadonlySet<string> | undefined>,
): Promise<ProductList[]> => {
  const product_nos = await found
  return product_nos ? [{ filter, value, product_nos }] : []
}

/** Reads a template's items again only if they have changed: two hundred long ones take a second. */
const createTemplateNumbers = (database: UserDatabase) => {
  const known = new Map<string, { stamp: string; product_nos: ReadonlySet<string> | undefined }>()
  return async ({ id, stamp, isWaiting }: TemplateStamp): Promise<ReadonlySet<string> | undefined> => {
    const last = known.get(id)
    if (last?.stamp === stamp && !isWaiting) return last.product_nos
    const product_nos = await findTemplateNumbers(database, id)
    known.set(id, { stamp, product_nos })
    return product_nos
  }
}
