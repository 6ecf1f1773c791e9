import type { ProductFilters } from '#contract/products.ts'
import { FLAG_SET } from '#domain/search/filters.ts'
import { ANY_FILTER_NAMES, type AnyFilterName, filtersOf, type SearchRequest } from './search-request.ts'

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

const FLAGS: {
  name: AnyFilterName
  label: string
  flagOf: (filters: ProductFilters) => { enabled: boolean; count?: number }
}[] = [
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

const BOUGHT: AnyFilterName = 'recently_purchased'
const BOUGHT_LABEL = 'Recently bought'

/** @param reached whether the server can supply purchases unknown to this device */
export const filterGroups = (
  options: ProductFilters | undefined,
  { reached, filters }: { reached: boolean; filters: SearchRequest['filters'] },
): FilterGroup[] => {
  if (!options) return []
  const { product_attributes, suitable_for, department, product_pricing } = options
  const flags = FLAGS.filter(({ name, flagOf }) => flagOf(options).enabled || filters[name] !== undefined)
  const { enabled, count } = product_pricing.recently_purchased
  const isKnown = reached || count !== undefined
  const bought: FilterChoice[] =
    enabled || !isKnown || filters[BOUGHT] !== undefined
      ? [
          {
            label: BOUGHT_LABEL,
            name: BOUGHT,
            value: FLAG_SET,
            count,
            unavailable: isKnown ? undefined : 'Your purchases have not been downloaded to this device yet.',
          },
        ]
      : []
  return [
    {
      name: 'offers',
      label: 'Show only',
      choices: [
        ...bought,
        ...flags.map(({ name, label, flagOf }) => ({
          label,
          name,
          value: FLAG_SET,
          count: flagOf(options).count,
        })),
      ],
    },
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

export const filterLabel = (name: AnyFilterName, value: string): string => {
  if (name === BOUGHT) return BOUGHT_LABEL
  const flag = FLAGS.find((each) => each.name === name)
  if (flag) return flag.label
  return value.charAt(0).toUpperCase() + value.slice(1)
}
