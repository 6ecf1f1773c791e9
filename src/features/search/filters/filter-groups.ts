import type { ProductFilters } from '#contract/products.ts'
import { type AnyFilterName, FLAG_SET } from '#domain/search/filters.ts'
import {
  ANY_FILTER_NAMES,
  filtersOf,
  type SearchRequest,
} from '#src/features/search/request/search-request.ts'

/** At most one choice per group is active. */
export type FilterGroup = {
  name: string
  label: string
  choices: FilterChoice[]
}

export type FilterChoice = {
  label: string
  name: AnyFilterName
  value: string
  /** Products that it leaves; undefined: unknown. */
  count?: number | undefined
  unavailable?: string | undefined
}

type Flag = {
  name: AnyFilterName
  label: string
  flagOf: (filters: ProductFilters) => { enabled: boolean; count?: number }
  /** For a list that this device may not have. */
  missing?: string
}

const FLAGS: Flag[] = [
  {
    name: 'favourite',
    label: 'Favourites',
    flagOf: ({ lists }) => lists.favourite,
    missing: 'Your favourites have not been downloaded to this device yet.',
  },
  {
    name: 'recently_purchased',
    label: 'Recently bought',
    flagOf: ({ product_pricing }) => product_pricing.recently_purchased,
    missing: 'Your purchases have not been downloaded to this device yet.',
  },
  { name: 'promotion', label: 'Promotion', flagOf: ({ product_pricing }) => product_pricing.promotion },
  {
    name: 'reduced_to_clear',
    label: 'Reduced to clear',
    flagOf: ({ product_pricing }) => product_pricing.reduced_to_clear,
  },
  { name: 'new', label: 'New', flagOf: ({ product_attributes }) => product_attributes.new },
  {
    name: 'is_spot_priced',
    label: 'Spot price',
    flagOf: ({ product_pricing }) => product_pricing.is_spot_priced,
  },
]

/** @param reached whether the server can supply lists that this device does not have */
export const filterGroups = (
  options: ProductFilters | undefined,
  { reached, filters }: { reached: boolean; filters: SearchRequest['filters'] },
): FilterGroup[] => {
  if (!options) return []
  const { product_attributes, suitable_for, department, lists } = options
  const flags = FLAGS.flatMap(({ name, label, flagOf, missing }): FilterChoice[] => {
    const { enabled, count } = flagOf(options)
    const unavailable = reached || count !== undefined ? undefined : missing
    return enabled || unavailable !== undefined || filters[name] !== undefined
      ? [{ label, name, value: FLAG_SET, count, unavailable }]
      : []
  })
  return [
    { name: 'offers', label: 'Show only', choices: flags },
    { name: 'template', label: 'Template', choices: choicesOf(lists.template) },
    { name: 'storage_type', label: 'Storage', choices: choicesOf(product_attributes.storage_type) },
    { name: 'suitable_for', label: 'Suitable for', choices: choicesOf(suitable_for) },
    { name: 'department', label: 'Department', choices: choicesOf(department) },
  ].filter(({ choices }) => choices.length > 0)
}

const choicesOf = ({ options }: ProductFilters['department']): FilterChoice[] =>
  options.flatMap(({ name, parameter_name, parameter_value, count }) => {
    // Skip filters of a newer server.
    const known = ANY_FILTER_NAMES.find((each) => each === parameter_name)
    const isKnown = known && filtersOf((each) => (each === known ? parameter_value : null))[known]
    return known && isKnown ? [{ label: name, name: known, value: parameter_value, count }] : []
  })

/** @param groups name templates, as far as they are known */
export const filterLabel = (
  [name, value]: readonly [AnyFilterName, string],
  groups: readonly FilterGroup[],
): string => {
  const flag = FLAGS.find((each) => each.name === name)
  if (flag) return flag.label
  if (name === 'template') {
    const choices = groups.find((group) => group.name === name)?.choices
    return choices?.find((choice) => choice.value === value)?.label ?? 'Template'
  }
  return value.charAt(0).toUpperCase() + value.slice(1)
}
