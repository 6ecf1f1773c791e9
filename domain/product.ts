/** Prices are a customer's, so they are separate from the product's facts. */

export const STORAGE_TYPES = ['ambient', 'chilled', 'frozen'] as const
export type StorageType = (typeof STORAGE_TYPES)[number]

/** Regulation (EU) 1169/2011, Annex II, by the names UK labels use. */
export const ALLERGENS = [
  'celery',
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'nuts',
  'peanuts',
  'sesame',
  'soybeans',
  'sulphites',
] as const
export type Allergen = (typeof ALLERGENS)[number]

export const SUITABILITIES = ['vegetarian', 'vegan', 'halal', 'kosher', 'coeliac'] as const
export type Suitability = (typeof SUITABILITIES)[number]

/** Case and each are separate product numbers, so a line has one unit. */
export const SALES_UNITS = ['case', 'each'] as const
export type SalesUnit = (typeof SALES_UNITS)[number]

/** Devices get stock up to this number, which means "this many or more": well-stocked products then rarely change. */
export const STOCK_TOLD_UP_TO = 100

/** Sorts last. Not null, since the first release's devices cannot read it. */
export const SALES_RANK_UNKNOWN = 2_147_483_647

/** Unknown texts are '', unknown numbers null. */
export type ProductFacts = {
  product_no: string
  name: string
  brand: string
  pack: string
  unit: SalesUnit
  otherUnitProductNo: string | null
  /** Consumer units in one of this: 6 for "6 × 2.5 kg". */
  unitCount: number
  /** Net content in grams or millilitres, for the unit price. */
  contentAmount: number | null
  contentMeasure: 'g' | 'ml' | null
  gtins: string[]
  department: string
  group: string
  category: string
  storageType: StorageType
  vatBasisPoints: number
  /** null: not known. Never read null as "free from". */
  contains: Allergen[] | null
  mayContain: Allergen[] | null
  suitableFor: Suitability[]
  /** Priced per kilogram; a line's price is an estimate until weighed. */
  catchWeight: boolean
  estimatedWeightGrams: number | null
  /** Minimum age to receive it, in years. */
  minimumAge: number | null
  isSpotPriced: boolean
  promotion: boolean
  reducedToClear: boolean
  isNew: boolean
  stockQuantity: number
  /** Lower sells more. */
  salesRank: number
  /** The version of its picture (pictures.ts). Lists of earlier builds lack it. */
  picture?: string
}

/** null: no known price, cannot be ordered. */
export type Product = ProductFacts & { pricePence: number | null }

export const productTitle = ({ name, pack }: Pick<ProductFacts, 'name' | 'pack'>): string =>
  pack === '' || name.includes(pack) ? name : `${name} ${pack}`

/**
 * The product's page. Product numbers may contain any character, including `/` and `?`.
 * @param trollyId without it, the current one
 */
export const productPath = (product_no: string, trollyId?: string): string =>
  `/orders/create/search/product-${encodeURIComponent(product_no)}${trollyId === undefined ? '' : `?trolly=${trollyId}`}`
