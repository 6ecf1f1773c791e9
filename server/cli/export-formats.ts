import type { OrderExport } from '#contract/order-export.ts'
import { type CsvCell, csvLine } from '#domain/csv.ts'
import { discountPenceOf } from '#domain/discounts.ts'

/** Text before, for and after events, in pieces: any number of them makes one document. */
export type ExportFormat = {
  begin: string
  /** @param isFirst of the document */
  textOf: (messages: readonly OrderExport[], isFirst: boolean) => string
  end: string
}

type Order = OrderExport['data']['order']
type Told = { message: OrderExport; order: Order; line: Order['lines'][number]; place: number }

/** For docs/handing-over-orders.md, which a test compares with this table. */
export const CSV_COLUMNS: Record<string, (told: Told) => CsvCell> = {
  sequence: ({ message }) => message.data.sequence,
  event: ({ message }) => message.type,
  event_at: ({ message }) => message.timestamp,
  key: ({ message }) => message.data.key,
  order_no: ({ order }) => order.orderNo,
  revision: ({ order }) => order.revision,
  order_id: ({ order }) => order.id,
  customer_id: ({ order }) => order.customerId,
  customer_name: ({ order }) => order.customerName,
  placed_by: ({ order }) => order.placedBy,
  placed_at: ({ order }) => order.placedAt,
  po_number: ({ order }) => order.poNumber,
  instructions: ({ order }) => order.instructions,
  method: ({ order }) => order.delivery.method,
  delivery_day: ({ order }) => order.delivery.day,
  collection_slot: ({ order }) => order.delivery.collectionSlot,
  address_name: ({ order }) => order.delivery.address?.name ?? null,
  contact_name: ({ order }) => order.delivery.address?.contactName ?? null,
  contact_phone: ({ order }) => order.delivery.address?.contactPhone ?? null,
  address_lines: ({ order }) => order.delivery.address?.addressLines.join(', ') ?? null,
  town: ({ order }) => order.delivery.address?.town ?? null,
  postcode: ({ order }) => order.delivery.address?.postcode ?? null,
  access_notes: ({ order }) => order.delivery.address?.accessNotes ?? null,
  pay_by: ({ order }) => order.payment.payBy,
  paid_at: ({ order }) => order.payment.paidAt,
  net_pence: ({ order }) => order.netPence,
  delivery_charge_pence: ({ order }) => order.deliveryChargePence,
  delivery_vat_basis_points: ({ order }) => order.deliveryVatBasisPoints,
  vat_pence: ({ order }) => order.vatPence,
  total_pence: ({ order }) => order.totalPence,
  line: ({ place }) => place,
  product_no: ({ line }) => line.product_no,
  product_name: ({ line }) => line.name,
  pack: ({ line }) => line.pack,
  quantity: ({ line }) => line.quantity,
  unit_price_pence: ({ line }) => line.unitPricePence,
  vat_basis_points: ({ line }) => line.vatBasisPoints,
  line_net_pence: ({ line }) => line.netPence,
  catch_weight: ({ line }) => (line.catchWeight ? 'yes' : 'no'),
  line_discount_pence: ({ line }) => discountPenceOf(line),
  line_note: ({ line }) => line.note ?? '',
  if_short: ({ line }) => line.substitution?.kind ?? null,
  substitute_product_no: ({ line: { substitution } }) =>
    substitution?.kind === 'take' ? substitution.product_no : null,
  substitute_price_pence: ({ line: { substitution } }) =>
    substitution?.kind === 'take' ? substitution.seen.pricePence : null,
}
const VALUES = Object.values(CSV_COLUMNS)

/** Each row begins with a number, so no row begins with text, even if a cell contains line breaks. */
const csvOf = (rows: CsvCell[][]): string =>
  rows.map((cells) => csvLine(cells, { textsAsTheyAre: true })).join('')

export const EXPORT_FORMATS: Record<'csv' | 'json', ExportFormat> = {
  /** A row for each line of each order. */
  csv: {
    begin: csvOf([Object.keys(CSV_COLUMNS)]),
    textOf: (messages) =>
      csvOf(
        messages.flatMap((message) => {
          const { order } = message.data
          return order.lines.map((line, index) =>
            VALUES.map((read) => read({ message, order, line, place: index + 1 })),
          )
        }),
      ),
    end: '',
  },
  /** An array, an event on each line. */
  json: {
    begin: '[',
    textOf: (messages, isFirst) =>
      messages
        .map((message, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(message)}`)
        .join(''),
    end: '\n]\n',
  },
}
