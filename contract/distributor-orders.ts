import { type Static, Type } from 'typebox'
import { CODE_KINDS } from '#domain/distributor.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { endpoint, Strict } from './endpoint.ts'
import {
  Code,
  CustomerId,
  Day,
  Instant,
  listOf,
  naming,
  nullable,
  OptionalLine,
  oneOf,
  Paging,
  sortedBy,
  Uuid,
} from './values.ts'

/** Orders in a distributor's own codes, and those of their codes that wait for somebody to say what they mean. */

const OrderRow = Strict({
  theirCustomerCode: Code,
  theirProductCode: Code,
  /** In their units. */
  quantity: Type.Integer({ minimum: 1, maximum: QUANTITY_MAX }),
  deliveryDay: Type.Optional(nullable(Day)),
  poNumber: Type.Optional(OptionalLine(60)),
  /** The product's name and barcode help to suggest ours if the code is unknown. */
  name: Type.Optional(OptionalLine(200)),
  gtin: Type.Optional(Type.String({ maxLength: 14, pattern: '^[0-9]*$' })),
})
export type OrderRow = Static<typeof OrderRow>

const ROWS_MAX = 5_000
const FILE_LENGTH_MAX = 1024 * 1024

const Unmatched = Strict({
  id: Uuid,
  distributorNo: Type.String(),
  kind: oneOf(CODE_KINDS),
  theirCode: Type.String(),
  name: Type.String(),
  gtin: Type.String(),
  /** In how many rows of orders it was. */
  rowCount: Type.Integer({ minimum: 1 }),
  lastAt: Instant,
})
export type Unmatched = Static<typeof Unmatched>

const Suggestion = Strict({
  /** An account number, or a product's code. */
  ours: Type.String(),
  name: Type.String(),
  detail: Type.String(),
  why: oneOf(['gtin', 'name', 'no_code']),
})
export type Suggestion = Static<typeof Suggestion>

/** Their calls serve the pages of both kinds of codes, so no one route decides. */
const access = 'distributor'

export const distributorOrders = {
  read: endpoint('POST', 'distributor/orders', {
    body: Strict({
      distributorNo: Code,
      /** One of three: a file with the columns of `rows`, an EDIFACT interchange of EANCOM ORDERS, or the rows themselves. */
      csv: Type.Optional(Type.String({ maxLength: FILE_LENGTH_MAX })),
      edifact: Type.Optional(Type.String({ maxLength: FILE_LENGTH_MAX })),
      rows: Type.Optional(Type.Array(OrderRow, { maxItems: ROWS_MAX })),
    }),
    bodyBytesMax: 2 * FILE_LENGTH_MAX,
    reply: Strict({
      trollies: Type.Array(
        Strict({
          basketId: Uuid,
          customerId: CustomerId,
          deliveryDay: nullable(Day),
          poNumber: Type.String(),
          lineCount: Type.Integer({ minimum: 1 }),
          /** It was made when the order was read for the first time. */
          repeated: Type.Optional(Type.Boolean()),
        }),
      ),
      unmatched: Type.Array(
        Strict({ kind: oneOf(CODE_KINDS), theirCode: Type.String(), rowCount: Type.Integer({ minimum: 1 }) }),
      ),
      /** Rows that can be read, but not ordered. Lines of a file count from 1, rows of a list too. */
      refused: Type.Array(Strict({ line: Type.Integer(), why: Type.String() })),
    }),
    access,
    repeat: 'keyed',
    summary:
      'Read orders in a distributor’s codes: a trolly for each customer, day and purchase order number. Nothing is ordered. A code that is unknown waits, and its rows are left out.',
  }),
  unmatched: endpoint('POST', 'distributor/unmatched/search', {
    body: Strict({
      kind: oneOf(CODE_KINDS),
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      sort_by: Type.Optional(sortedBy(['theirCode', 'rowCount', 'lastAt'])),
      ...Paging,
    }),
    reply: listOf(Unmatched),
    access,
    summary: 'Codes that orders named and nobody has given a meaning yet. To add the code takes one off.',
  }),
  suggest: endpoint('GET', 'distributor/unmatched/{id}/suggestions', {
    params: Strict({ id: naming(Uuid, 'record_not_found') }),
    reply: Strict({ data: Type.Array(Suggestion) }),
    access,
    summary:
      'What such a code may mean: products with its GTIN or a similar name, customers of the distributor who have no code. The likeliest first, five at most.',
  }),
}
