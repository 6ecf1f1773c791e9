import { type StockAlertChanged, stockAlerts } from '#contract/stock-alerts.ts'
import { isUnanswered, isUntouched } from '#domain/outbox/operation.ts'
import {
  refusedStockAlertsText,
  STOCK_ALERT_KINDS,
  type StockAlert,
  type StockAlertOperation,
  stockAlertsLane,
  stockAlertsShown,
  stockAlertText,
} from '#domain/stock-alerts.ts'
import { countAnswered, noteRefusal, putRow, readQueue, replaceRows } from '#src/store/lane-rows.ts'
import { putProducts } from '#src/store/trollies/trollies.ts'
import { type Appended, type Noun, type Plan, refusalOf } from '#src/sync/engine/noun.ts'
import type { ReadPorts } from './reading.ts'

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

/** Replaces the account's stored alerts and adds their products. @throws ApiError; then nothing has changed */
async function refresh(ports: ReadPorts): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) if ((await readOnce(ports)) !== 'overtaken') return
}

/** Changes answered meanwhile are seldom more than one batch. */
const TRIES = 3

/** Skipped while a change is unanswered, which the reply may already include; and where one was answered since, which it may lack. */
async function readOnce({ database, api, customer }: ReadPorts) {
  const { customerId, priceListId } = customer
  const lane = stockAlertsLane(customerId)
  const answered = await countAnswered(database, lane)
  const { data } = await api.call(stockAlerts.own, { params: { id: customerId } })
  const rows = data.map(({ product: _, ...alert }): StockAlert => alert)
  const products = data.flatMap(({ product }) => product ?? [])
  const tables = ['outbox', 'sync', 'rows', 'downloads', 'products', 'prices', 'searchIndex']
  return await database.transaction('rw', tables, async () => {
    if ((await countAnswered(database, lane)) !== answered) return 'overtaken'
    if ((await readQueue(database, stockAlertsShown(customerId))).some(isUnanswered)) return 'kept'
    await replaceRows(database, lane, rows, ({ product_no }) => product_no)
    await putProducts(database, priceListId, products)
    return 'stored'
  })
}
