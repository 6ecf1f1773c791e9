import { isShownOn } from '#domain/adverts.ts'
import { FAVOURITES_SHOWN } from '#domain/favourites.ts'
import { londonDayOf } from '#domain/london-time.ts'
import type { NamedLists } from '#search/filter-options.ts'
import {
  type ActiveFilters,
  FLAG_SET,
  LIST_FILTERS,
  type ListFilterName,
  type Narrowing,
  narrowingOf,
} from '#search/filters.ts'
import type { ProductList } from '#search/index/product-index.ts'
import { findShown } from '#src/store/lane-rows.ts'
import { readAdverts, type StoredAdverts } from '#src/store/products/search-inputs.ts'
import { findTemplateNumbers, listTemplateStamps, type TemplateStamp } from '#src/store/template-numbers.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { createSearchInputs } from './search-inputs.ts'

/** The lists that a search may be narrowed to, as this device has them, waiting changes included. */

type SearchListsParts = {
  database: UserDatabase
  purchases: ReturnType<typeof createSearchInputs>['purchases']
  /** Epoch ms. */
  now: () => number
}

type LocalNarrowing = Narrowing & {
  /** A filter whose list this device does not have. */
  unknown: ListFilterName | undefined
}

/** undefined: not on this device. */
type Find = (customerId: string, value: string) => Promise<ReadonlySet<string> | undefined>

export const createSearchLists = ({ database, purchases, now }: SearchListsParts) => {
  const shownAdverts = async (): Promise<StoredAdverts | undefined> => {
    const today = londonDayOf(new Date(now()))
    return (await readAdverts(database))?.filter((advert) => isShownOn(advert, today))
  }
  const find: Record<ListFilterName, Find> = {
    recently_purchased: async (customerId) => (await purchases(customerId))?.recent(now()),
    new_to_customer: async (customerId) => (await purchases(customerId))?.bought,
    favourite: async () => {
      const favourites = await findShown(database, FAVOURITES_SHOWN)
      return favourites && new Set(favourites.map(({ product_no }) => product_no))
    },
    template: (_, id) => findTemplateNumbers(database, id),
    advert: async (_, code) => {
      const adverts = await shownAdverts()
      return adverts && numbersIn(adverts.find((advert) => advert.code === code))
    },
  }
  const numbersOf = createTemplateNumbers(database)
  return {
    narrowing: async (customerId: string, active: ActiveFilters): Promise<LocalNarrowing> => {
      const wanted = LIST_FILTERS.flatMap((filter) => {
        const value = active[filter]
        return value === undefined ? [] : [{ filter, value }]
      })
      const lists = await Promise.all(wanted.map(({ filter, value }) => find[filter](customerId, value)))
      return {
        ...narrowingOf(
          wanted.flatMap(({ filter }, place) => {
            const product_nos = lists[place]
            return product_nos ? [{ filter, product_nos }] : []
          }),
        ),
        unknown: wanted.find((_, place) => lists[place] === undefined)?.filter,
      }
    },

    /** To count. */
    known: async (customerId: string): Promise<NamedLists & { lists: ProductList[] }> => {
      const [templates, adverts] = await Promise.all([
        listTemplateStamps(database, customerId),
        shownAdverts(),
      ])
      const lists = await Promise.all([
        listOf('recently_purchased', FLAG_SET, find.recently_purchased(customerId, FLAG_SET)),
        listOf('new_to_customer', FLAG_SET, find.new_to_customer(customerId, FLAG_SET)),
        listOf('favourite', FLAG_SET, find.favourite(customerId, FLAG_SET)),
        ...templates.map((template) => listOf('template', template.id, numbersOf(template))),
      ])
      const ofAdverts = (adverts ?? []).map(
        (advert): ProductList => ({ filter: 'advert', value: advert.code, product_nos: numbersIn(advert) }),
      )
      return {
        lists: [...lists.flat(), ...ofAdverts],
        templates,
        adverts: adverts?.map(({ code, title }) => ({ id: code, name: title })),
      }
    },
  }
}

const numbersIn = (advert: StoredAdverts[number] | undefined): ReadonlySet<string> =>
  new Set(advert?.product_nos)

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
