import { type StockAlertChanged, stockAlerts } from '#contract/stock-alerts.ts'
import { isUntouched } from '#domain/outbox/operation.ts'
import {
  refusedStockAlertsText,
  STOCK_ALERT_KINDS,
  type StockAlert,
  type StockAlertOperation,
  stockAlertsLane,
  stockAlertsShown,
  stockAlertText,
} from '#domain/stock-alerts.ts'
import { noteRefusal, putRow, readQueue } from '#src/store/lane-rows.ts'
import { type Appended, type Noun, type Plan, refusalOf } from '#src/sync/engine/noun.ts'
import type { ReadPorts } from './reading.ts'
import { refreshSet } from './set-reads.ts'

export const stockAlertsNoun: Noun<StockAlertOperation> = {
  rules: STOCK_ALERT_KINDS,
  words: { title: () => 'Stock alerts', text: stockAlertText, refused: refusedStockAlertsText },
  // As for favourites: the stored alerts are shown until they are read again.
  tables: { changed: ['rows', 'downloads'], settled: ['rows'], restored: [] },
  call: ({ kind, product_no, trollyId }, customerId) => ({
    endpoint: kind === 'ask' ? stockAlerts.ask : stockAlerts.withdraw,
    params: { id: trollyId, productNo: product_no },
    query: { customerId },
  }),
  codes: { gone: [], refused: [] },
  plan,
  repeated: ({ operation }) => ({ operation, expectedVersion: null }),
  settle: {
    applied: async ({ database, id, reply }) => {
      const { product_no, askedAt, toldAt } = reply as StockAlertChanged
      const stored = askedAt === null ? undefined : { product_no, askedAt, toldAt }
      await putRow(database, stockAlertsLane(id), product_no, stored)
      return new Map()
    },
    refused: async ({ database, record, ...refused }) => {
      const refusal = refusalOf(refused)
      if (record.operation.kind === 'ask') await noteRefusal(database, record, refusal.code)
      return refusal
    },
  },
  refresh,
}

/**
 * An alert that is withdrawn before it was sent leaves nothing to send, if the server is known to have none. After a sign-out
 * or a restored database that is not known (`downloads` is empty), so the withdrawal is sent.
 */
async function plan({ database, id, operation }: Appended<StockAlertOperation>): Promise<Plan> {
  const lane = stockAlertsLane(id)
  const [queue, read, stored] = await Promise.all([
    readQueue<StockAlertOperation>(database, stockAlertsShown(id)),
    database.downloads.get(lane),
    database.rows.get([lane, operation.product_no]),
  ])
  const own = queue.filter((queued) => queued.operation.product_no === operation.product_no)
  const into = own.findLast((queued) => isUntouched(queued))
  if (operation.kind === 'withdraw' && into && own.length === 1 && read && !stored)
    return { takenBack: [into.opId], write: null }
  return { takenBack: [], write: { operation, expectedVersion: null, into } }
}

/** @throws ApiError; then nothing has changed */
function refresh(ports: ReadPorts): Promise<void> {
  const { customerId } = ports.customer
  return refreshSet(ports, stockAlertsShown(customerId), async () => {
    const { data } = await ports.api.call(stockAlerts.own, { params: { id: customerId } })
    return {
      rows: data.map(({ product: _, ...alert }): StockAlert => alert),
      products: data.flatMap(({ product }) => product ?? []),
    }
  })
}
