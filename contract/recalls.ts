import { type Static, Type } from 'typebox'
import { RECALL_ACTIONS } from '#domain/safety-words.ts'
import { endpoint, Strict } from './endpoint.ts'
import { type Kept, maintainedCalls } from './maintained.ts'
import { Day, Line, Lines, OptionalLine, oneOf, ProductNo } from './values.ts'

const ROUTE = '/maintenance/safety-notices'

export const RecallFields = Strict({
  reference: Line(40),
  productNos: Type.Array(ProductNo, { minItems: 1, maxItems: 50, uniqueItems: true }),
  /** An empty list recalls all batches. */
  batches: Type.Array(Line(60), { maxItems: 50, uniqueItems: true }),
  useBy: OptionalLine(100),
  boughtSince: Day,
  reason: Line(300),
  action: oneOf(RECALL_ACTIONS),
  advice: Lines(1_000),
})
export type RecallFields = Static<typeof RecallFields>
export type Recall = Kept<RecallFields>

const Count = Type.Integer({ minimum: 0 })

export const recalls = {
  ...maintainedCalls({
    noun: 'recall',
    route: ROUTE,
    fields: RecallFields,
    filters: { productNo: ProductNo },
    sorts: ['reference', 'boughtSince', 'updated_at'],
    words: ['a recall', 'recalls'],
  }),
  trial: endpoint('POST', 'recall/trial', {
    body: Strict({ productNos: RecallFields.properties.productNos, boughtSince: Day }),
    reply: Strict({
      customers: Count,
      quantity: Count,
      withoutPhone: Count,
      /** Codes of no product, with which the recall would be refused. */
      unknown: Type.Optional(Type.Array(ProductNo)),
    }),
    access: 'staff',
    route: ROUTE,
    summary:
      'Whom a recall would name: how many customers, and how much they bought, and which codes no product has. Nothing is saved.',
  }),
}
