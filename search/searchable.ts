import type { ProductFacts } from '#domain/product.ts'

export type Searchable = Pick<
  ProductFacts,
  | 'product_no'
  | 'name'
  | 'brand'
  | 'pack'
  | 'unit'
  | 'unitCount'
  | 'contentAmount'
  | 'catchWeight'
  | 'gtins'
  | 'department'
  | 'group'
  | 'category'
  | 'storageType'
  | 'suitableFor'
  | 'promotion'
  | 'reducedToClear'
  | 'isNew'
  | 'isSpotPriced'
>
