import { Readable } from 'node:stream'
import { slotText } from '#domain/collection.ts'
import { amountCell, BYTE_ORDER_MARK, type CsvCell, csvLine } from '#domain/csv.ts'
import { ORDER_STATUS_WORDS } from '#domain/order.ts'
import { METHOD_WORDS } from '#domain/trolly.ts'
import type { ExportedOrder } from './active-orders.repository.ts'

const COLUMNS: Record<string, (order: ExportedOrder) => CsvCell> = {
  Order: ({ orderNo }) => Number(orderNo),
  Change: ({ revision }) => revision - 1,
  Status: ({ status }) => ORDER_STATUS_WORDS[status],
  'Account number': ({ customerId }) => customerId,
  Account: ({ customerName }) => customerName,
  Method: ({ method = 'delivery' }) => METHOD_WORDS[method],
  'Delivery day': ({ deliveryDay }) => deliveryDay,
  'Purchase order': ({ poNumber }) => poNumber,
  Lines: ({ lineCount }) => lineCount,
  'Collection time': ({ collectionSlot }) => (collectionSlot ? slotText(collectionSlot) : ''),
  'Delivery charge (£)': ({ deliveryChargePence = 0 }) => amountCell(deliveryChargePence),
  'Total (£)': ({ totalPence }) => amountCell(totalPence),
  Placed: ({ placedAt }) => placedAt,
  Exported: ({ exportedAt }) => exportedAt ?? '',
}
const VALUES = Object.values(COLUMNS)

export const ordersCsv = (pages: AsyncIterable<ExportedOrder[]>): Readable =>
  Readable.from(linesOf(pages), { highWaterMark: 1 })

async function* linesOf(pages: AsyncIterable<ExportedOrder[]>) {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS))
  for await (const orders of pages)
    yield orders.map((order) => csvLine(VALUES.map((read) => read(order)))).join('')
}
