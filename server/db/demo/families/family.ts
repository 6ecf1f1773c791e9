import { type Static, Type } from 'typebox'
import { Strict } from '#contract/endpoint.ts'
import { oneOf } from '#contract/values.ts'
import { ALLERGENS, STORAGE_TYPES } from '#domain/product.ts'
import type { Pack } from '#server/db/demo/packs.ts'

/** The columns of the tables in this folder, which docs/demo.md explains. */

const Text = Type.String({ minLength: 1 })
const Texts = Type.Array(Text, { minItems: 1 })
const Allergens = Type.Array(oneOf(ALLERGENS), { minItems: 1 })
const Diet = oneOf(['vegan', 'vegetarian', 'meat', 'fish', 'not-food'])
const StorageType = oneOf(STORAGE_TYPES)
const VatBasisPoints = Type.Union([Type.Literal(0), Type.Literal(2000)])

export const BrandsRow = Strict({ brands: Text, names: Texts })

export const GroupRow = Strict({
  department: Text,
  group: Text,
  storageType: StorageType,
  diet: Diet,
  brands: Text,
  origins: Texts,
  use: Text,
  vatBasisPoints: Type.Optional(VatBasisPoints),
  demand: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
})

export const FamilyRow = Strict({
  department: Text,
  group: Text,
  category: Text,
  names: Texts,
  packs: Texts,
  pence: Type.Integer({ minimum: 1 }),
  diet: Type.Optional(Diet),
  storageType: Type.Optional(StorageType),
  contains: Type.Optional(Allergens),
  mayContain: Type.Optional(Allergens),
  ingredients: Type.Optional(Text),
  origins: Type.Optional(Texts),
  use: Type.Optional(Text),
  vatBasisPoints: Type.Optional(VatBasisPoints),
  minimumAge: Type.Optional(Type.Integer({ minimum: 16, maximum: 18 })),
  spot: Type.Optional(Type.Boolean()),
  splits: Type.Optional(Type.Boolean()),
})

/** A factor multiplies the family's price. */
export type Priced = { name: string; priceFactor: number }

/** A family is one thing in several kinds, brands and packs; products.ts multiplies it out. */
export type Family = Omit<Static<typeof FamilyRow>, 'department' | 'group' | 'names' | 'packs'> & {
  names: readonly Priced[]
  packs: readonly Pack[]
}

export type FamilyGroup = Omit<Static<typeof GroupRow>, 'brands'> & {
  brands: readonly Priced[]
  families: Family[]
}
