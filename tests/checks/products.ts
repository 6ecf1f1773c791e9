import type { Customer } from '#domain/customer.ts'
import type { Product } from '#domain/product.ts'

/** A product and a customer as the rules see them; a test names only what matters to it. */

export const aProduct = (parts: Partial<Product> = {}): Product => ({
  product_no: '100001',
  name: 'Chopped Tomatoes',
  brand: 'Kitchen Garden',
  pack: '6 × 2.5 kg',
  unit: 'case',
  otherUnitProductNo: null,
  unitCount: 6,
  contentAmount: 15_000,
  contentMeasure: 'g',
  gtins: [],
  department: 'Grocery',
  group: 'Tinned',
  category: 'Tomatoes',
  storageType: 'ambient',
  vatBasisPoints: 0,
  contains: [],
  mayContain: [],
  suitableFor: [],
  catchWeight: false,
  estimatedWeightGrams: null,
  minimumAge: null,
  isSpotPriced: false,
  promotion: false,
  reducedToClear: false,
  isNew: false,
  stockQuantity: 50,
  salesRank: 0,
  pricePence: 1000,
  ...parts,
})

export const aCustomer = (parts: Partial<Customer> = {}): Customer => ({
  id: 'C1001',
  name: 'The Copper Kettle',
  accountKind: 'credit',
  town: 'Aberdeen',
  postcode: 'AB10 1AB',
  onStop: false,
  priceListId: 'standard',
  minimumOrderPence: 0,
  maximumOrderPence: null,
  freeDeliveryPence: null,
  mandatoryCategory: null,
  ageRestrictedAllowed: false,
  ...parts,
})
