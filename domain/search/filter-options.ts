import { STORAGE_TYPES, SUITABILITIES } from '#domain/product.ts'
import { type FilterName, FLAG_SET, type ServerFilterName } from './filters.ts'
import { SORT_PARAMETER, SORTS } from './sort.ts'

/** What a person may choose from: the reply of the specification's filters call, wherever it is put together. */

/** The filters of which the reply tells what there is; group and category are reached from a product. */
export const OFFERED_FILTERS: readonly FilterName[] = [
  'department',
  'storage_type',
  'suitable_for',
  'new',
  'promotion',
  'reduced_to_clear',
  'is_spot_priced',
]

/** @param values the values of filters that some product has, each filter's in the order to be shown */
export const filterOptionsOf = (
  values: readonly (readonly [filter: string, value: string])[],
  { recentlyPurchased }: { recentlyPurchased: boolean },
) => {
  const valuesOf = (name: FilterName): string[] =>
    values.flatMap(([filter, value]) => (filter === name ? [value] : []))
  const optionsOf = (name: FilterName) => ({
    options: valuesOf(name).map((value) => ({
      name: NAMES.get(value) ?? value,
      parameter_name: name as string,
      parameter_value: value,
    })),
  })
  const flagOf = (name: FilterName | ServerFilterName | 'favourite', enabled: boolean) => ({
    enabled,
    parameter_name: name as string,
    parameter_value: FLAG_SET,
  })
  const flag = (name: FilterName) => flagOf(name, valuesOf(name).length > 0)
  return {
    sort_by: {
      sort_by: {
        options: SORTS.map(({ name, value }) => ({
          name: name as string,
          parameter_name: SORT_PARAMETER,
          parameter_value: value as string,
        })),
      },
    },
    lists: { template: { options: [] }, favourite: flagOf('favourite', false) },
    product_attributes: { new: flag('new'), storage_type: optionsOf('storage_type') },
    product_pricing: {
      promotion: flag('promotion'),
      reduced_to_clear: flag('reduced_to_clear'),
      recently_purchased: flagOf('recently_purchased', recentlyPurchased),
      is_spot_priced: flag('is_spot_priced'),
    },
    suitable_for: optionsOf('suitable_for'),
    department: optionsOf('department'),
  }
}

/** What a value is called. A department is called what it is. */
const NAMES = new Map<string, string>(
  [...STORAGE_TYPES, ...SUITABILITIES].map((value) => [
    value,
    value.charAt(0).toUpperCase() + value.slice(1),
  ]),
)
