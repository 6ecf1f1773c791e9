import type { Allergen, StorageType } from '#domain/product.ts'

/**
 * What the demo's catalogue is made of. A family is what a chef calls one thing in several kinds, brands and packs;
 * products.ts multiplies it out.
 */
export type Family = {
  category: string
  /** Kinds of it; with a factor where one costs much more or less than the others. */
  names: readonly (string | readonly [name: string, priceFactor: number])[]
  /**
   * Packs, separated by spaces: `6x2.5kg` is a case of six, sold as a case and each; `1x10kg` is one sack; `~2.5kg` is a
   * piece sold by weight; `10x100pc` are pieces.
   */
  packs: string
  pence: number
  contains?: readonly Allergen[]
  /** On the labels of some brands. */
  mayContain?: readonly Allergen[]
  /** The kind's own name where not given. */
  ingredients?: string
  vatBasisPoints?: 0 | 2000
  minimumAge?: number
  storageType?: StorageType
  diet?: Diet
  origins?: readonly string[]
  use?: string
  spot?: boolean
  splits?: boolean
}

export type Diet = 'vegan' | 'vegetarian' | 'meat' | 'fish' | 'not-food'

export type FamilyGroup = {
  department: string
  group: string
  storageType: StorageType
  diet: Diet
  brands: BrandPool
  origins: readonly string[]
  use: string
  vatBasisPoints?: 0 | 2000
  demand?: number
  families: readonly Family[]
}

export type BrandPool = readonly { name: string; priceFactor: number }[]
