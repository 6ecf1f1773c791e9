import type { Allergen, StorageType } from '#domain/product.ts'

/** A family is one thing in several kinds, brands and packs; products.ts multiplies it out. */
export type Family = {
  category: string
  /** With a factor where one costs much more or less than the others. */
  names: readonly (string | readonly [name: string, priceFactor: number])[]
  /** `6x2.5kg` is a case of six, sold as case and each; `1x10kg` a sack; `~2.5kg` by weight; `10x100pc` pieces. */
  packs: string
  pence: number
  contains?: readonly Allergen[]
  mayContain?: readonly Allergen[]
  /** Defaults to the kind's name. */
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
