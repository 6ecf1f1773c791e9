import { replacedQuantity } from '#domain/as-placed.ts'
import { isAsKnown, withWeights } from './delivered-weights.ts'
import type {
  DeliverableLine,
  DeliverableOrder,
  DeliveryNews,
  DeliveryTimes,
} from './delivery-import.repository.ts'
import type { ImportSession } from './import.repository.ts'
import type { ProductWeight } from './kinds/cells.ts'
import type { ReadRow } from './kinds/fields.ts'
import { countsOf } from './kinds/order-kinds.ts'
import { type Problem, problemOf, type RefusedRow } from './problems.ts'

type Given = {
  orderNo: number
  pickingAt?: string | null
  dispatchedAt?: string | null
  deliveredAt?: string | null
  short?: string[]
  delivered?: string[]
  weights?: ProductWeight[]
}

/** The property of a row that `writeDeliveries` takes; undefined where nothing changes. */
export const NEWS = 'news'

/** What has happened does not unhappen: an empty cell leaves a known time. */
export const completeDeliveries = async (
  session: ImportSession,
  rows: readonly ReadRow[],
  refused: RefusedRow[],
): Promise<ReadRow[]> => {
  const orders = await session.findDeliverableOrders(rows.map(({ row }) => (row as Given).orderNo))
  return rows.flatMap(({ line, row }): ReadRow[] => {
    const outcome = newsOf(row as Given, orders)
    if (outcome === undefined || !('code' in outcome)) return [{ line, row: { ...row, [NEWS]: outcome } }]
    refused.push({ line, problems: [outcome] })
    return []
  })
}

const newsOf = (
  given: Given,
  orders: ReadonlyMap<number, DeliverableOrder>,
): DeliveryNews | Problem | undefined => {
  const order = orders.get(given.orderNo)
  const no = String(given.orderNo)
  if (order === undefined) return problemOf('unknown_order', 'order_no', no, 'There is no such order.')
  if (order.cancelledAt) return problemOf('order_not_open', 'order_no', no, 'It was cancelled.')
  if (!order.confirmedAt) return problemOf('order_not_open', 'order_no', no, 'It awaits payment.')
  const times = {
    pickingAt: timeOf(given.pickingAt, order.pickingAt),
    dispatchedAt: timeOf(given.dispatchedAt, order.dispatchedAt),
    deliveredAt: timeOf(given.deliveredAt, order.deliveredAt),
  }
  const steps = [
    ['picking_at', times.pickingAt],
    ['dispatched_at', times.dispatchedAt],
    ['delivered_at', times.deliveredAt],
  ] as const
  // Files tell minutes, so an order may have been placed later in the same minute.
  let latest = new Date(Math.floor(order.placedAt.getTime() / 60_000) * 60_000)
  for (const [column, time] of steps) {
    if (time === null) continue
    if (time < latest)
      return problemOf('time_goes_back', column, time.toISOString(), `It is before ${latest.toISOString()}.`)
    latest = time
  }
  const { short = [], delivered = [], weights = [] } = given
  if (delivered.length + weights.length > 0 && times.deliveredAt === null)
    return problemOf('missing_value', 'delivered_at', null, 'What was delivered needs its time.')
  const picked = withPickedShort(order, short)
  if ('code' in picked) return picked
  const lines = changedLines({ ...order, lines: picked }, { delivered, weights, known: order.lines, times })
  if ('code' in lines) return lines
  if (order.isBilled && lines.some((line) => !isAsKnown(line, lineAt(order, line.position))))
    return problemOf(
      'already_issued',
      delivered.length > 0 ? 'delivered' : 'weights',
      null,
      'It is billed already with other quantities or weights.',
    )
  const isSame =
    lines.length === 0 &&
    isSameTime(times.pickingAt, order.pickingAt) &&
    isSameTime(times.dispatchedAt, order.dispatchedAt) &&
    isSameTime(times.deliveredAt, order.deliveredAt)
  return isSame ? undefined : { found: order, times, lines }
}

/** A product missing from the file keeps what is known of it. */
const withPickedShort = (
  { lines }: DeliverableOrder,
  short: readonly string[],
): DeliverableLine[] | Problem => {
  const left = countsOf(short)
  const named = new Set(left.keys())
  const picked = lines.map((line) => {
    if (!named.has(line.product_no)) return line
    const some = left.get(line.product_no) ?? 0
    const shortQuantity = Math.min(some, line.quantity + replacedQuantity(line))
    left.set(line.product_no, some - shortQuantity)
    return { ...line, shortQuantity }
  })
  const wrong = [...left].find(
    ([product, rest]) => rest > 0 || !lines.some(({ product_no }) => product_no === product),
  )
  return wrong ? notOrdered('short', wrong[0]) : picked
}

type Said = {
  delivered: readonly string[]
  weights: readonly ProductWeight[]
  /** The lines before the file. */
  known: readonly DeliverableLine[]
  times: DeliveryTimes
}

const changedLines = (
  order: DeliverableOrder,
  { delivered, weights, known, times }: Said,
): DeliverableLine[] | Problem => {
  const lines = times.deliveredAt === null ? order.lines : deliveredLines(order, delivered, weights)
  if ('code' in lines) return lines
  return lines.filter(
    (line, at) => !isAsKnown(line, known[at]) || line.shortQuantity !== known[at]?.shortQuantity,
  )
}

const lineAt = ({ lines }: DeliverableOrder, position: number): DeliverableLine | undefined =>
  lines.find((line) => line.position === position)

/** A product missing from the file keeps its known quantity; without one, it was delivered in full. */
const deliveredLines = (
  order: DeliverableOrder,
  delivered: readonly string[],
  weights: readonly ProductWeight[],
): DeliverableLine[] | Problem => {
  const left = countsOf(delivered)
  const named = new Set(left.keys())
  const lines = order.lines.map((line) => {
    if (!named.has(line.product_no))
      return { ...line, deliveredQuantity: line.deliveredQuantity ?? line.quantity }
    const some = left.get(line.product_no) ?? 0
    const taken = Math.min(some, line.quantity)
    left.set(line.product_no, some - taken)
    return { ...line, deliveredQuantity: taken }
  })
  const wrong = [...left].find(
    ([product, rest]) => rest > 0 || !order.lines.some(({ product_no }) => product_no === product),
  )
  return wrong ? notOrdered('delivered', wrong[0]) : withWeights(lines, order.lines, weights)
}

const notOrdered = (column: string, product_no: string): Problem =>
  problemOf(
    'contradiction',
    column,
    product_no,
    'The order does not have this product, or has less than this quantity.',
  )

const timeOf = (given: string | null | undefined, known: Date | null): Date | null =>
  given ? new Date(given) : known

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()
