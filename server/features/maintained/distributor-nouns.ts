import { asc, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  DistributorCustomerCodeFields,
  DistributorProductCodeFields,
  type distributorCustomerCodes,
  type distributorProductCodes,
} from '#contract/distributor-codes.ts'
import {
  distributorCustomerCodes as customerCode,
  distributorProductCodes as productCode,
} from '#server/db/schema/distributor-codes.ts'
import { findOwnDistributors } from '#server/features/customers/distributors.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import { customerName, maintained, type Parts, refused } from './nouns.ts'
import { searchedText } from './records.ts'
import type { Scope } from './scope.ts'

/** What distributors maintain as well as staff, each for the distributors of their own customers. */

const ofOwnDistributors: Scope<{ distributorNo: string }> = {
  field: 'distributorNo',
  valuesFor: findOwnDistributors,
  refusal: 'is no distributor of yours',
  problem: { code: 'unknown_distributor', why: 'You may not write codes of this distributor.' },
}

type CodeFilters = { distributorNo?: string; day?: string }
type CodeColumns = { distributorNo: PgColumn; theirCode: PgColumn; validFrom: PgColumn; validTo: PgColumn }

const filtersOf =
  (columns: CodeColumns) =>
  ({ distributorNo, day }: CodeFilters): (SQL | undefined)[] => [
    distributorNo === undefined ? undefined : eq(columns.distributorNo, distributorNo),
    ...(day === undefined
      ? []
      : [
          or(isNull(columns.validFrom), lte(columns.validFrom, day)),
          or(isNull(columns.validTo), gte(columns.validTo, day)),
        ]),
  ]

const orderOf = ({ distributorNo, theirCode, validFrom }: CodeColumns): SQL[] => [
  asc(theirCode),
  asc(distributorNo),
  // What has always been valid is first.
  sql`${validFrom} ASC NULLS FIRST`,
]

type Days = { validFrom: string | null; validTo: string | null }

const checkDays = <Fields extends Days>(
  fields: Partial<Fields>,
  current: Fields | undefined,
): Partial<Fields> => {
  const { validFrom, validTo } = { ...current, ...fields }
  if (validFrom && validTo && validFrom > validTo) throw refused('validTo', 'is before the first day')
  return fields
}

export const distributorCustomerCodesService = (parts: Parts): Answers<typeof distributorCustomerCodes> =>
  maintained(parts, {
    noun: 'distributor-customer-code',
    importKind: 'distributor-customer-codes',
    table: customerCode,
    fields: DistributorCustomerCodeFields,
    words: ['code', 'theirCode'],
    names: { customerId: customerName },
    scope: ofOwnDistributors,
    text: searchedText(
      customerCode.theirCode,
      customerCode.customerId,
      customerCode.distributorNo,
      sql`(SELECT c.name || ' ' || c.town FROM customers c WHERE c.id = ${customerCode.customerId})`,
    ),
    sorts: {
      theirCode: sql`lower(${customerCode.theirCode})`,
      customerId: sql`${customerCode.customerId}`,
      distributorNo: sql`${customerCode.distributorNo}`,
      validFrom: sql`coalesce(${customerCode.validFrom}, '-infinity')`,
      updated_at: sql`${customerCode.updatedAt}`,
    },
    order: orderOf(customerCode),
    filters: filtersOf(customerCode),
    check: checkDays<DistributorCustomerCodeFields>,
  })

export const distributorProductCodesService = (parts: Parts): Answers<typeof distributorProductCodes> =>
  maintained(parts, {
    noun: 'distributor-product-code',
    importKind: 'distributor-product-codes',
    table: productCode,
    fields: DistributorProductCodeFields,
    words: ['code', 'theirCode'],
    references: { productNo: 'is no product’s code' },
    names: { productNo: (no) => sql`(SELECT p.name FROM products p WHERE p.product_no = ${no})` },
    scope: ofOwnDistributors,
    text: searchedText(
      productCode.theirCode,
      productCode.productNo,
      productCode.distributorNo,
      sql`(SELECT p.name FROM products p WHERE p.product_no = ${productCode.productNo})`,
    ),
    sorts: {
      theirCode: sql`lower(${productCode.theirCode})`,
      productNo: sql`${productCode.productNo}`,
      distributorNo: sql`${productCode.distributorNo}`,
      validFrom: sql`coalesce(${productCode.validFrom}, '-infinity')`,
      updated_at: sql`${productCode.updatedAt}`,
    },
    order: orderOf(productCode),
    filters: filtersOf(productCode),
    check: checkDays<DistributorProductCodeFields>,
  })
