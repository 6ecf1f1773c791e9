import { type Static, Type } from 'typebox'
import { Strict } from './endpoint.ts'
import { type Kept, maintainedCalls } from './maintained.ts'
import { Code, CustomerId, Day, nullable, ProductNo } from './values.ts'

/** What distributors call our customers and our products, in their own codes. On one day a code means one of them at most. */

const distributorNo = Code
const theirCode = Code
/** A code without a first day has always been valid; one without a last day stays valid. */
const validity = { validFrom: nullable(Day), validTo: nullable(Day) }
/** Those that are valid on a day; or those of a distributor. */
const filters = { distributorNo, day: Day }

export const DistributorCustomerCodeFields = Strict({
  distributorNo,
  theirCode,
  /** One of the distributor's own customers. */
  customerId: CustomerId,
  ...validity,
})
export type DistributorCustomerCodeFields = Static<typeof DistributorCustomerCodeFields>
export type DistributorCustomerCode = Kept<DistributorCustomerCodeFields>

export const distributorCustomerCodes = maintainedCalls({
  noun: 'distributor-customer-code',
  route: '/distributor/distributor-customer-codes',
  fields: DistributorCustomerCodeFields,
  filters,
  named: ['customerId'],
  sorts: ['theirCode', 'customerId', 'distributorNo', 'validFrom', 'updated_at'],
  words: ['a distributor’s code of a customer', 'distributors’ codes of customers'],
  access: 'distributor',
})

export const DistributorProductCodeFields = Strict({
  distributorNo,
  theirCode,
  productNo: ProductNo,
  /** How many of our units one of theirs is: 12 if their case is twelve of our bottles. */
  packFactor: Type.Integer({ minimum: 1, maximum: 9_999 }),
  ...validity,
})
export type DistributorProductCodeFields = Static<typeof DistributorProductCodeFields>
export type DistributorProductCode = Kept<DistributorProductCodeFields>

export const distributorProductCodes = maintainedCalls({
  noun: 'distributor-product-code',
  route: '/distributor/distributor-product-codes',
  fields: DistributorProductCodeFields,
  filters,
  named: ['productNo'],
  sorts: ['theirCode', 'productNo', 'distributorNo', 'validFrom', 'updated_at'],
  words: ['a distributor’s code of a product', 'distributors’ codes of products'],
  access: 'distributor',
})
