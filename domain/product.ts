/** What a product is, wherever it is talked of: on the wire, in Dexie, in a rule. Prices are a customer's, so they stand apart. */

export const STORAGE_TYPES = ['ambient', 'chilled', 'frozen'] as const
export type StorageType = (typeof STORAGE_TYPES)[number]

/** The fourteen of Regulation (EU) 1169/2011, Annex II, by the names UK labels use. */
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

/** Case and each are two product numbers, so a line has one unit. */
export const SALES_UNITS = ['case', 'each'] as const
export type SalesUnit = (typeof SALES_UNITS)[number]

/**
 * Stock is told to devices as a number up to this; the number itself means "this many or more". A busy product
 * far from running out then never counts as changed, which keeps a day's changes small.
 */
export const STOCK_TOLD_UP_TO = 100

/** Comes last. A number, since the first release's devices read no null here. */
export const SALES_RANK_UNKNOWN = 2_147_483_647

/** A product without its price. Texts are '' where unknown, never null; numbers that may be unknown are null. */
export type ProductFacts = {
  product_no: string
  name: string
  brand: string
  pack: string
  unit: SalesUnit
  /** The same goods in the other unit, where they are sold both ways. */
  otherUnitProductNo: string | null
  /** How many sales units of the consumer there are in one of this: 6 for "6 × 2.5 kg". */
  unitCount: number
  /** Net content of one of this product in grams or millilitres, for the price per kilogram or litre. */
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
  /** Sold by weight: the price is per kilogram and a line's price an estimate until it is weighed. */
  catchWeight: boolean
  estimatedWeightGrams: number | null
  /** Youngest age, in years, that may take the delivery; null where there is none. */
  minimumAge: number | null
  isSpotPriced: boolean
  promotion: boolean
  reducedToClear: boolean
  isNew: boolean
  /** How much there is, told up to STOCK_TOLD_UP_TO. */
  stockQuantity: number
  /** Lower sells more; breaks ties in a search. SALES_RANK_UNKNOWN if not known. */
  salesRank: number
}

/** A product as one customer sees it; null: no price is known, and it cannot be checked out. */
export type Product = ProductFacts & { pricePence: number | null }

export const productTitle = ({ name, pack }: Pick<ProductFacts, 'name' | 'pack'>): string =>
  pack === '' || name.includes(pack) ? name : `${name} ${pack}`
