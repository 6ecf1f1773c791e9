import type { ProductFilters } from '#contract/product-search.ts'
import { type AnyFilterName, FLAG_SET } from '#search/filters.ts'
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
  /** undefined: unknown to an older server. */
  flagOf: (filters: ProductFilters) => { enabled: boolean; count?: number } | undefined
  /** For a list that this device may not have. */
  missing?: string
}

const NO_PURCHASES = 'Your purchases have not been downloaded to this device yet.'

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
    missing: NO_PURCHASES,
  },
  { name: 'promotion', label: 'Promotion', flagOf: ({ product_pricing }) => product_pricing.promotion },
  {
    name: 'reduced_to_clear',
    label: 'Reduced to clear',
    flagOf: ({ product_pricing }) => product_pricing.reduced_to_clear,
  },
  { name: 'new', label: 'New to the range', flagOf: ({ product_attributes }) => product_attributes.new },
  {
    name: 'new_to_customer',
    label: 'New to you',
    flagOf: ({ product_attributes }) => product_attributes.new_to_customer,
    missing: NO_PURCHASES,
  },
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
    const { enabled = false, count } = flagOf(options) ?? {}
    const unavailable = reached || count !== undefined ? undefined : missing
    return enabled || unavailable !== undefined || filters[name] !== undefined
      ? [{ label, name, value: FLAG_SET, count, unavailable }]
      : []
  })
  return [
    { name: 'only', label: 'Show only', choices: flags },
    { name: 'advert', label: 'Offers', choices: choicesOf(lists.advert) },
    { name: 'template', label: 'Template', choices: choicesOf(lists.template) },
    { name: 'storage_type', label: 'Storage', choices: choicesOf(product_attributes.storage_type) },
    { name: 'suitable_for', label: 'Suitable for', choices: choicesOf(suitable_for) },
    { name: 'department', label: 'Department', choices: choicesOf(department) },
    { name: 'group', label: 'Group', choices: choicesOf(options.group) },
    { name: 'category', label: 'Category', choices: choicesOf(options.category) },
  ].filter(({ choices }) => choices.length > 0)
}

const choicesOf = ({ options }: ProductFilters['department'] = { options: [] }): FilterChoice[] =>
  options.flatMap(({ name, parameter_name, parameter_value, count }) => {
    // Skip filters of a newer server.
    const known = ANY_FILTER_NAMES.find((each) => each === parameter_name)
    const isKnown = known && filtersOf((each) => (each === known ? parameter_value : null))[known]
    return known && isKnown ? [{ label: name, name: known, value: parameter_value, count }] : []
  })

/** @param groups as counted */
export const isAdvertOver = ({ advert }: SearchRequest['filters'], groups: readonly FilterGroup[]): boolean =>
  advert !== undefined &&
  !groups.some(({ name, choices }) => name === 'advert' && choices.some(({ value }) => value === advert))

/** @param groups name templates and adverts, as far as they are known */
export const filterLabel = (
  [name, value]: readonly [AnyFilterName, string],
  groups: readonly FilterGroup[],
): string => {
  const flag = FLAGS.find((each) => each.name === name)
  if (flag) return flag.label
  const unnamed = UNNAMED[name]
  if (unnamed !== undefined) {
    const choices = groups.find((group) => group.name === name)?.choices
    return choices?.find((choice) => choice.value === value)?.label ?? unnamed
  }
  return value.charAt(0).toUpperCase() + value.slice(1)
}

const UNNAMED: Partial<Record<AnyFilterName, string>> = { template: 'Template', advert: 'Offer' }
