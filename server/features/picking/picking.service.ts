import type { BodyOf } from '#contract/endpoint.ts'
import type { picking } from '#contract/picking.ts'
import { replacedQuantity } from '#domain/as-placed.ts'
import type { TakeSubstitute } from '#domain/line-terms.ts'
import { lineNetPence } from '#domain/money.ts'
import { agreedPricePence, mayPick, placedAmounts, reducedBy, substituteRefused } from '#domain/picking.ts'
import type { Product } from '#domain/product.ts'
import type { BrokenAgreement } from '#domain/substitution.ts'
import type { Connection } from '#server/db/transaction.ts'
import { lockStock } from '#server/features/checkout/stock.repository.ts'
import { findCustomer } from '#server/features/customers/visible-customers.repository.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'
import { lockOrder } from '#server/features/orders/orders.repository.ts'
import { findTrackedOrder } from '#server/features/orders/tracked-orders.repository.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  deleteSubstitute,
  insertSubstitute,
  isCheckedIn,
  type PickedLine,
  readPickedLines,
  takeStock,
  writeShort,
  writeTotals,
} from './picking.repository.ts'

/**
 * What the office could not find of an order, and the substitutes that come instead. The order is locked before stock, as everywhere.
 * @throws Refusal `order_not_found`, `line_not_found`, `quantity_out_of_range`, `order_closed`, `nothing_agreed`, `agreement_broken`,
 * `substitute_out_of_stock`
 */
export const pickingService = (): Answers<typeof picking> => ({
  pick: async ({ connection, user, params: { id }, body, now }) => {
    const order = await lockOrder(connection, id)
    const found = order && (await findCustomer(connection, user, order.customerId))
    if (order === undefined || found === undefined) throw new Refusal('order_not_found')
    const lines = await readPickedLines(connection, id)
    const picks = body.lines.map((said) => pickOf(said, lines)).filter(isChange)
    if (new Set(body.lines.map(({ position }) => position)).size < body.lines.length)
      throw new Refusal('invalid_request', { message: 'A line is named twice.' })
    if (picks.length > 0) {
      if (!mayPick(order) || (await isCheckedIn(connection, id)))
        throw new Refusal('order_closed', { message: CLOSED })
      await exchangeSubstitutes(connection, picks, { lines, priceListId: found.customer.priceListId })
      for (const { line, short, replaced } of picks)
        await writeShort(connection, { ...line, ...reducedBy(line, replaced), shortQuantity: short || null })
      await writeTotals(connection, order)
      if (picks.some(({ short }) => short > 0))
        await recordOrderEvent(connection, { orderId: id, event: 'short', now, by: 'office' })
    }
    const picked = await findTrackedOrder(connection, user, id)
    if (picked === undefined) throw new Error(`Order ${id}, which was locked, is gone.`)
    return picked
  },
})

const CLOSED = 'This order is not being picked: it was delivered, checked in, cancelled or changed.'

type LinePick = {
  line: PickedLine
  short: number
  replaced: number
  /** What came instead until now. */
  substitute: PickedLine | undefined
}

const pickOf = (
  {
    position,
    shortQuantity: short,
    substituteQuantity: replaced = 0,
  }: BodyOf<typeof picking.pick>['lines'][number],
  lines: readonly PickedLine[],
): LinePick => {
  const line = lines.find((each) => each.position === position)
  if (line === undefined || line.standsFor !== null) throw new Refusal('line_not_found')
  if (short > placedAmounts(line).quantity || replaced > short) throw new Refusal('quantity_out_of_range')
  return { line, short, replaced, substitute: lines.find(({ standsFor }) => standsFor === position) }
}

const isChange = ({ line, short, replaced }: LinePick): boolean =>
  short !== (line.shortQuantity ?? 0) || replaced !== replacedQuantity(line)

type Order = { lines: readonly PickedLine[]; priceListId: string }

/** A substitute that stays as it is, is not looked at again: it was right when it was picked, and may be on the lorry. */
const exchangeSubstitutes = async (
  connection: Connection,
  picks: readonly LinePick[],
  { lines, priceListId }: Order,
): Promise<void> => {
  const changed = picks.filter(({ line, replaced }) => replaced !== replacedQuantity(line))
  const wanted = changed
    .filter(({ replaced }) => replaced > 0)
    .map((pick) => ({ ...pick, agreed: agreedFor(pick) }))
  const returned = changed.flatMap(({ substitute }) => substitute ?? [])
  const left = new Map(
    await lockStock(connection, [
      ...returned.map(({ product_no }) => product_no),
      ...wanted.map(({ agreed }) => agreed.product_no),
    ]),
  )
  for (const line of returned) {
    await deleteSubstitute(connection, line)
    await takeStock(connection, line.product_no, -line.quantity)
    left.set(line.product_no, (left.get(line.product_no) ?? 0) + line.quantity)
  }
  // Read after the locks: a change of allergens that was committed while we waited counts.
  const product_nos = wanted.flatMap(({ line, agreed }) => [line.product_no, agreed.product_no])
  const sold = await readProducts(connection, [...new Set(product_nos)], priceListId)
  const products = new Map(sold.map((product) => [product.product_no, product]))
  let position = Math.max(...lines.map((line) => line.position))
  for (const { line, replaced, substitute, agreed } of wanted) {
    const product = products.get(agreed.product_no) ?? null
    const broken = substituteRefused(agreed, products.get(line.product_no) ?? null, product)
    if (broken !== undefined || product === null) throw brokenRefusal(line, broken)
    const available = left.get(agreed.product_no) ?? 0
    if (available < replaced)
      throw new Refusal('substitute_out_of_stock', { fields: { position: line.position, available } })
    left.set(agreed.product_no, available - replaced)
    const added = substituteLineOf(agreed, product, replaced)
    if (added === undefined) throw brokenRefusal(line, 'gone')
    await takeStock(connection, agreed.product_no, replaced)
    if (substitute === undefined) position += 1
    await insertSubstitute(connection, {
      ...added,
      orderId: line.orderId,
      position: substitute?.position ?? position,
      standsFor: line.position,
    })
  }
}

const agreedFor = ({ line: { substitution } }: LinePick): TakeSubstitute => {
  if (substitution?.kind !== 'take') throw new Refusal('nothing_agreed')
  return substitution
}

const brokenRefusal = ({ position }: PickedLine, broken: BrokenAgreement = 'gone'): Refusal =>
  new Refusal('agreement_broken', { fields: { position, broken } })

/**
 * Without discounts, which were worked out for the goods that were ordered. undefined for a catch weight without an expected
 * weight, whose price nobody can have agreed to.
 */
const substituteLineOf = (agreed: TakeSubstitute, product: Product, quantity: number) => {
  const { product_no, name, pack, vatBasisPoints, catchWeight } = product
  const unitPricePence = agreedPricePence(agreed, product)
  const netPence = lineNetPence(quantity, { ...product, pricePence: unitPricePence })
  if (netPence === null) return undefined
  return { product_no, name, pack, quantity, unitPricePence, vatBasisPoints, netPence, catchWeight }
}
