import type { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { OrderSummary } from '#contract/orders.ts'
import { ORDER_STATUS_WORDS } from '#domain/order.ts'

const COLUMNS: Record<string, (order: OrderSummary) => string | number> = {
  Order: ({ orderNo }) => Number(orderNo),
  Change: ({ revision }) => revision - 1,
  Status: ({ status }) => ORDER_STATUS_WORDS[status],
  'Account number': ({ customerId }) => customerId,
  Account: ({ customerName }) => customerName,
  'Delivery day': ({ deliveryDay }) => deliveryDay,
  'Purchase order': ({ poNumber }) => poNumber,
  Lines: ({ lineCount }) => lineCount,
  'Total (£)': ({ totalPence }) => (totalPence / 100).toFixed(2),
  Placed: ({ placedAt }) => placedAt,
  Exported: ({ exportedAt }) => exportedAt ?? '',
}
const VALUES = Object.values(COLUMNS)

/** Texts that a spreadsheet would run as a formula are defused, which needs the numbers as texts too. */
export const ordersCsv = (pages: Readable): Readable =>
  pages
    .flatMap((orders: OrderSummary[]) => orders.map((order) => VALUES.map((read) => read(order))))
    .compose(
      stringify({
        header: true,
        columns: Object.keys(COLUMNS),
        bom: true,
        escape_formulas: true,
        record_delimiter: 'windows',
      }),
    )
