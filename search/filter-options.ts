import { STORAGE_TYPES, SUITABILITIES } from '#domain/product.ts'
import {
  type ActiveFilters,
  type AnyFilterName,
  type FilterName,
  FLAG_SET,
  type ListFilterName,
  withoutFilter,
} from './filters.ts'
import { SORT_PARAMETER, SORTS } from './sort.ts'

/** Always; groups are offered within a department alone, and categories within a group. */
export const OFFERED_FILTERS: readonly FilterName[] = [
  'department',
  'storage_type',
  'suitable_for',
  'new',
  'promotion',
  'reduced_to_clear',
  'is_spot_priced',
]

export type FilterCount = { filter: string; value: string; count: number }

/** Every known list has a count, even 0. */
export type FilterCounts = {
  total: number
  values: readonly FilterCount[]
}

const RECOUNTED: readonly AnyFilterName[] = [...OFFERED_FILTERS, 'group', 'category', 'template', 'advert']

/** A template, or an advert with its code and title. */
export type NamedList = { id: string; name: string }

/** In display order. */
export type NamedLists = {
  templates: readonly NamedList[]
  /** undefined: not on this device. */
  adverts: readonly NamedList[] | undefined
}

/**
 * Each filter's values are counted with all other filters kept, so that an active one shows its alternatives. Only what
 * lies within it goes with it: another department has other groups.
 */
export const countFilters = async (
  active: ActiveFilters,
  count: (active: ActiveFilters) => Promise<FilterCounts>,
): Promise<FilterCounts> => {
  const counted = await count(active)
  const set = RECOUNTED.filter((name) => active[name] !== undefined)
  const ofSet = await Promise.all(
    set.map(async (name) => {
      const { values } = await count(withoutFilter(active, name))
      return values.filter(({ filter }) => filter === name)
    }),
  )
  const others = counted.values.filter(({ filter }) => !set.some((name) => name === filter))
  return { ...counted, values: [...others, ...ofSet.flat()] }
}

/**
 * @param active its template and advert stay even if they have no products left; its department and group open the next
 * level
 */
export const filterOptionsOf = (
  { total, values }: FilterCounts,
  { templates, adverts }: NamedLists,
  active: Pick<ActiveFilters, 'template' | 'advert' | 'department' | 'group'> = {},
) => {
  const valuesOf = (name: AnyFilterName): FilterCount[] => values.filter(({ filter }) => filter === name)
  const optionsOf = (name: FilterName) => ({
    options: valuesOf(name).map(({ value, count }) => ({
      name: NAMES.get(value) ?? value,
      parameter_name: name as string,
      parameter_value: value,
      count,
    })),
  })
  const countOf = (name: AnyFilterName): number | undefined => valuesOf(name)[0]?.count
  const flagOf = (name: AnyFilterName, count: number | undefined) => ({
    enabled: (count ?? 0) > 0,
    parameter_name: name as string,
    parameter_value: FLAG_SET,
    ...(count !== undefined && { count }),
  })
  const flag = (name: FilterName) => flagOf(name, countOf(name) ?? 0)
  const listFlag = (name: ListFilterName) => flagOf(name, countOf(name))
  const listOptionsOf = (filter: 'template' | 'advert', lists: readonly NamedList[]) => {
    const counts = new Map(valuesOf(filter).map(({ value, count }) => [value, count]))
    const options = lists.flatMap(({ id, name }) => {
      const count = counts.get(id)
      if (count === 0 && id !== active[filter]) return []
      const option = { name, parameter_name: filter as string, parameter_value: id }
      return [{ ...option, ...(count !== undefined && { count }) }]
    })
    return { options }
  }
  return {
    total,
    sort_by: {
      sort_by: {
        options: SORTS.map(({ name, value }) => ({
          name: name as string,
          parameter_name: SORT_PARAMETER,
          parameter_value: value as string,
        })),
      },
    },
    lists: {
      template: listOptionsOf('template', templates),
      favourite: listFlag('favourite'),
      ...(adverts && { advert: listOptionsOf('advert', adverts) }),
    },
    product_attributes: {
      new: flag('new'),
      new_to_customer: listFlag('new_to_customer'),
      storage_type: optionsOf('storage_type'),
    },
    product_pricing: {
      promotion: flag('promotion'),
      reduced_to_clear: flag('reduced_to_clear'),
      recently_purchased: listFlag('recently_purchased'),
      is_spot_priced: flag('is_spot_priced'),
    },
    suitable_for: optionsOf('suitable_for'),
    department: optionsOf('department'),
    ...(active.department !== undefined && { group: optionsOf('group') }),
    ...(active.group !== undefined && { category: optionsOf('category') }),
  }
}

const NAMES = new Map<string, string>(
  [...STORAGE_TYPES, ...SUITABILITIES].map((value) => [
    value,
    value.charAt(0).toUpperCase() + value.slice(1),
  ]),
)
