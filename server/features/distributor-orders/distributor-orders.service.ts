import { v7 as uuidv7 } from 'uuid'
import type { distributorOrders } from '#contract/distributor-orders.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { trollies } from '#contract/trollies.ts'
import type { CodeKind } from '#domain/distributor.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { CodedError } from '#server/coded-error.ts'
import type { Database } from '#server/db/database.ts'
import { findOwnDistributors, isDistributor } from '#server/features/customers/distributors.repository.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import type { TrolliesService } from '#server/features/trollies/trollies.service.ts'
import { requireFound } from '#server/features/trollies/trolly-mutation.ts'
import { lockTrolly } from '#server/features/trollies/trolly-rows.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { MutationCall } from '#server/routing/mutation.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  type CustomerCode,
  findCustomerCodes,
  findLikeProducts,
  findOneUnmatched,
  findProductCodes,
  findUncodedCustomers,
  findUnmatched,
  keepReadLines,
  lockReadLines,
  type NewUnmatched,
  noteUnmatched,
  type OrderedLine,
  type Validity,
} from './distributor-orders.repository.ts'
import { readOrderEdifact } from './order-edifact.ts'
import { type ReadOrders, readOrderCsv } from './order-rows.ts'
import { type Matched, withoutRepeats } from './repeated-orders.ts'

type ReadCall = MutationCall<typeof distributorOrders.read>
type Trolly = { customer: CustomerCode; deliveryDay: string | null; poNumber: string; lines: Matched[] }

/** Orders in a distributor's codes become trollies, which people look through and place. A code is never guessed. */
export const distributorOrdersService = ({
  database,
  trollies: service,
}: {
  database: Database
  trollies: Pick<TrolliesService, 'create' | 'update'>
}): Answers<typeof distributorOrders> => ({
  read: async (call) => {
    const { connection, user, body, now } = call
    if (!user.canPlaceOrders) throw new Refusal('may_not_order')
    const { distributorNo } = body
    const own = await findOwnDistributors(connection, user)
    const isTheirs = own?.includes(distributorNo) ?? (await isDistributor(connection, distributorNo))
    if (!isTheirs) throw noDistributor()
    const { rows, refused } = await rowsOf(body)
    const customers = await findCustomerCodes(connection, user, {
      distributorNo,
      codes: rows.map(({ row }) => row.theirCustomerCode),
    })
    const products = await findProductCodes(connection, {
      distributorNo,
      codes: rows.map(({ row }) => row.theirProductCode),
    })
    const waiting = new Map<string, NewUnmatched>()
    const wait = (
      kind: CodeKind,
      {
        theirCode,
        day,
        name = '',
        gtin = '',
      }: { theirCode: string; day: string; name?: string; gtin?: string },
    ): void => {
      const key = `${kind} ${theirCode}`
      const known = waiting.get(key)
      waiting.set(key, {
        distributorNo,
        kind,
        theirCode,
        name: name || (known?.name ?? ''),
        gtin: gtin || (known?.gtin ?? ''),
        day: known !== undefined && known.day > day ? known.day : day,
        rowCount: (known?.rowCount ?? 0) + 1,
      })
    }
    const matched: Matched[] = []
    for (const { line, row } of rows) {
      const day = row.deliveryDay ?? londonDayOf(now)
      const customer = validOn(customers, row.theirCustomerCode, day)
      const product = validOn(products, row.theirProductCode, day)
      if (customer === undefined) wait('customer', { theirCode: row.theirCustomerCode, day })
      if (product === undefined) wait('product', { ...row, theirCode: row.theirProductCode, day })
      if (customer === undefined || product === undefined) continue
      if (customer.isVisible) matched.push({ line, customer, product, row })
      else refused.push({ line, why: 'You may not order for this customer.' })
    }
    await noteUnmatched(connection, [...waiting.values()], now)
    const poNumbers = [...new Set(matched.flatMap(({ row }) => row.poNumber || []))]
    const earlier = await lockReadLines(connection, { distributorNo, poNumbers })
    const { fresh, repeated } = withoutRepeats(matched, earlier, refused)
    const made = repeated.flatMap(madeBefore)
    for (const trolly of trolliesOf(fresh)) {
      const { items, ordered } = await itemsOf(call, trolly, refused)
      if (items.length === 0) continue
      const one = await makeTrolly(call, service, trolly, items)
      await keepReadLines(connection, linesOf(ordered, { distributorNo, basketId: one.basketId }))
      made.push(one)
    }
    return {
      trollies: made,
      unmatched: [...waiting.values()].map(({ kind, theirCode, rowCount }) => ({
        kind,
        theirCode,
        rowCount,
      })),
      refused: refused.sort((a, b) => a.line - b.line),
    }
  },

  unmatched: async ({ user, body: { kind, queryString: text = '', sort_by, page = 1, pageLength = 24 } }) => {
    const { data, total } = await findUnmatched(database, await findOwnDistributors(database, user), {
      kind,
      text,
      sortBy: sort_by,
      limit: pageLength,
      offset: (page - 1) * pageLength,
    })
    return {
      data: data.map(({ day: _, lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() })),
      total,
      page,
      pageLength,
    }
  },

  suggest: async ({ user, params: { id } }) => {
    const found = await findOneUnmatched(database, await findOwnDistributors(database, user), id)
    if (found === undefined) throw new Refusal('record_not_found')
    if (found.kind === 'customer') {
      const customers = await findUncodedCustomers(database, found.distributorNo)
      return { data: customers.map((customer) => ({ ...customer, why: 'no_code' as const })) }
    }
    const products = await findLikeProducts(database, found)
    return {
      data: products.map(({ hasGtin, ...product }) => ({
        ...product,
        why: hasGtin ? ('gtin' as const) : ('name' as const),
      })),
    }
  },
})

const noDistributor = (): Refusal => {
  const message = 'is no distributor of yours'
  return new Refusal('invalid_request', { errors: [{ path: 'body/distributorNo', message }] })
}

const rowsOf = async ({ csv, edifact, rows }: ReadCall['body']): Promise<ReadOrders> => {
  if ([csv, edifact, rows].filter((each) => each !== undefined).length > 1)
    throw new Refusal('invalid_request', { message: 'Give csv, edifact or rows, but only one of them.' })
  if (csv === undefined && edifact === undefined)
    return { rows: (rows ?? []).map((row, at) => ({ line: at + 1, row })), refused: [] }
  const read = edifact === undefined ? readOrderCsv(csv ?? '') : readOrderEdifact(edifact)
  return await read.catch((error: unknown) => {
    throw error instanceof CodedError ? new Refusal('invalid_request', { message: error.message }) : error
  })
}

const validOn = <Code extends Validity>(
  codes: readonly Code[],
  theirCode: string,
  day: string,
): Code | undefined =>
  codes.find(
    (code) =>
      code.theirCode === theirCode &&
      (code.validFrom === null || code.validFrom <= day) &&
      (code.validTo === null || code.validTo >= day),
  )

const trolliesOf = (matched: readonly Matched[]): Trolly[] => {
  const made = new Map<string, Trolly>()
  for (const each of matched) {
    const { deliveryDay = null, poNumber = '' } = each.row
    const key = JSON.stringify([each.customer.customerId, deliveryDay, poNumber])
    const trolly = made.get(key) ?? { customer: each.customer, deliveryDay, poNumber, lines: [] }
    trolly.lines.push(each)
    made.set(key, trolly)
  }
  return [...made.values()]
}

type Item = { product_no: string; quantity: number }

/** In our units, a product's rows together, and the rows themselves. Those that cannot be ordered are added to `refused`. */
const itemsOf = async (
  { connection }: Pick<ReadCall, 'connection'>,
  { customer, lines }: Trolly,
  refused: ReadOrders['refused'],
): Promise<{ items: Item[]; ordered: Matched[] }> => {
  const numbers = [...new Set(lines.map(({ product }) => product.productNo))]
  const sold = new Set(
    (await readProducts(connection, numbers, customer.priceListId)).map(({ product_no }) => product_no),
  )
  const quantities = new Map<string, number>()
  const ordered: Matched[] = []
  for (const each of lines) {
    const { line, product, row } = each
    const quantity = (quantities.get(product.productNo) ?? 0) + row.quantity * product.packFactor
    if (!sold.has(product.productNo)) refused.push({ line, why: `${product.productNo} is no longer sold.` })
    else if (quantity > QUANTITY_MAX)
      refused.push({ line, why: `${quantity} of ${product.productNo} are more than ${QUANTITY_MAX}.` })
    else {
      quantities.set(product.productNo, quantity)
      ordered.push(each)
    }
  }
  return { items: [...quantities].map(([product_no, quantity]) => ({ product_no, quantity })), ordered }
}

const linesOf = (
  ordered: readonly Matched[],
  { distributorNo, basketId }: Pick<OrderedLine, 'distributorNo' | 'basketId'>,
): OrderedLine[] =>
  ordered.map(({ customer, product, row }, position) => ({
    basketId,
    position,
    distributorNo,
    customerId: customer.customerId,
    theirCustomerCode: row.theirCustomerCode,
    poNumber: row.poNumber ?? '',
    deliveryDay: row.deliveryDay ?? null,
    theirProductCode: row.theirProductCode,
    productNo: product.productNo,
    quantity: row.quantity,
    packFactor: product.packFactor,
  }))

const madeBefore = (lines: readonly OrderedLine[]): ReplyOf<typeof distributorOrders.read>['trollies'] => {
  const [first] = lines
  if (first === undefined) return []
  const { basketId, customerId, deliveryDay, poNumber } = first
  const lineCount = new Set(lines.map(({ productNo }) => productNo)).size
  return [{ basketId, customerId, deliveryDay, poNumber, lineCount, repeated: true }]
}

const makeTrolly = async (
  call: ReadCall,
  service: Pick<TrolliesService, 'create' | 'update'>,
  { customer: { customerId }, deliveryDay, poNumber }: Trolly,
  items: readonly Item[],
) => {
  const id = uuidv7()
  const { connection, user } = call
  await service.create({
    ...call,
    body: { id, customerId, deliveryDay, poNumber, instructions: '' },
  } as unknown as MutationCall<typeof trollies.create>)
  const trolly = requireFound(await lockTrolly(connection, user, id))
  const { basket } = await service.update({
    ...call,
    params: { id },
    trolly,
    ifMatch: undefined,
    body: { items: [...items] },
  } as unknown as Parameters<TrolliesService['update']>[0])
  return { basketId: id, customerId, deliveryDay, poNumber, lineCount: basket.totals.lineCount }
}
