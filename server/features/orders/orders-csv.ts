import type { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { slotText } from '#domain/collection.ts'
import { ORDER_STATUS_WORDS } from '#domain/order.ts'
import { METHOD_WORDS } from '#domain/trolly.ts'
import type { ExportedOrder } from './active-orders.repository.ts'

const poundsOf = (pence: number): string => (pence / 100).toFixed(2)

const COLUMNS: Record<string, (order: ExportedOrder) => string | number> = {
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
  'Delivery charge (£)': ({ deliveryChargePence = 0 }) => poundsOf(deliveryChargePence),
  'Total (£)': ({ totalPence }) => poundsOf(totalPence),
  Placed: ({ placedAt }) => placedAt,
  Exported: ({ exportedAt }) => exportedAt ?? '',
}
const VALUES = Object.values(COLUMNS)

/** Texts that a spreadsheet would run as a formula are defused, which needs the numbers as texts too. */
export const ordersCsv = (pages: Readable): Readable =>
  pages
    .flatMap((orders: ExportedOrder[]) => orders.map((order) => VALUES.map((read) => read(order))))
    .compose(
      stringify({
        header: true,
        columns: Object.keys(COLUMNS),
        bom: true,
        escape_formulas: true,
        record_delimiter: 'windows',
      }),
    )
