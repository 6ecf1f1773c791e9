import { type Static, Type } from 'typebox'
import { endpoint, FileReply, Strict } from './endpoint.ts'
import { Code, CustomerId, Day, naming, nullable, oneOf, Pence, Uuid } from './values.ts'

/** What became of an order, in its distributor's own codes. A file has the same figures. */

/** What is accepted, what was delivered, and what is billed: its invoice and credit notes. */
export const ANSWER_KINDS = ['response', 'despatch', 'invoice'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

const DOCUMENT_KINDS = ['response', 'despatch', 'invoice', 'credit_note'] as const
const OUTCOMES = ['accepted', 'changed', 'refused', 'added'] as const
export type AnswerOutcome = (typeof OUTCOMES)[number]

/** Theirs; a part of one of their units has up to three decimals. */
const Quantity = Type.Number({ minimum: 0 })

const AnswerLine = Strict({
  line: Type.Integer({ minimum: 1 }),
  /** The code that the order gave, or else their only code for the product on the delivery day; empty if they have none. */
  theirProductCode: Type.String(),
  productNo: Code,
  name: Type.String(),
  /** How many of our units one of theirs is; 1 without a code. */
  packFactor: Type.Integer({ minimum: 1 }),
  ordered: Quantity,
  /** Accepted, delivered, billed or credited. */
  quantity: Quantity,
  ourQuantity: Type.Integer({ minimum: 0 }),
  /** Responses only. */
  outcome: nullable(oneOf(OUTCOMES)),
  /** The weight of goods sold by weight: estimated in a response, later delivered or billed. null for other goods. */
  weightGrams: nullable(Type.Integer({ minimum: 0 })),
  /** Without VAT: of one of their units, of a kilogram where there is a weight. null: a despatch, or no one price. */
  pricePence: nullable(Pence),
  netPence: nullable(Pence),
  vatBasisPoints: nullable(Type.Integer({ minimum: 0 })),
})
export type AnswerLine = Static<typeof AnswerLine>

const Answer = Strict({
  kind: oneOf(DOCUMENT_KINDS),
  documentNo: Type.String(),
  day: Day,
  distributorNo: Code,
  /** Empty: they have none, or several. */
  theirCustomerCode: Type.String(),
  customerId: CustomerId,
  customerName: Type.String(),
  orderNo: Type.String(),
  poNumber: Type.String(),
  deliveryDay: Day,
  /** Responses only. */
  outcome: nullable(oneOf(OUTCOMES)),
  /** Credit notes only. */
  creditedInvoiceNo: nullable(Type.String()),
  /** Invoices only. */
  dueDay: nullable(Day),
  lines: Type.Array(AnswerLine),
  /** Only bills have it. The `netPence` of a rate includes the delivery charge. */
  bill: nullable(
    Strict({
      netPence: Pence,
      deliveryChargePence: Pence,
      deliveryVatBasisPoints: nullable(Type.Integer({ minimum: 0 })),
      vat: Type.Array(
        Strict({ vatBasisPoints: Type.Integer({ minimum: 0 }), netPence: Pence, vatPence: Pence }),
      ),
      vatPence: Pence,
      totalPence: Pence,
    }),
  ),
})
export type Answer = Static<typeof Answer>

export const ANSWER_FORMATS = ['csv', 'edifact'] as const

const params = Strict({ id: naming(Uuid, 'order_not_found') })
const query = { v: Type.Optional(Type.Literal('1')), kind: oneOf(ANSWER_KINDS) }
const access = 'distributor'

export const distributorAnswers = {
  get: endpoint('GET', 'distributor/orders/{id}/answer', {
    params,
    query: Strict(query),
    reply: Strict({ data: Type.Array(Answer) }),
    access,
    summary:
      'What became of an order of a distributor’s customer, by its latest change: a response or a despatch advice, or its invoice and credit notes. 404 `document_not_found` before there is one.',
  }),
  file: endpoint('GET', 'distributor/orders/{id}/answer-file', {
    params,
    query: Strict({ ...query, format: oneOf(ANSWER_FORMATS) }),
    media: ['text/csv', 'application/edifact'],
    reply: FileReply,
    access,
    summary: 'The same as a CSV file, or as an EDIFACT interchange of EANCOM 2002: ORDRSP, DESADV or INVOIC.',
  }),
}
