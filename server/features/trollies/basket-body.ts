import type { ErrorReply } from '#contract/errors.ts'
import type { BasketBody } from '#contract/trollies.ts'
import { LINES_MAX, type TrollyDetails, type TrollyLine } from '#domain/trolly.ts'
import type { Connection } from '#server/db/transaction.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import { isSeen } from '#server/routing/if-match.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { headOf } from './trolly-head.ts'
import { type ReadLine, readLines, type TrollyRow } from './trolly-rows.repository.ts'

/** What a trolly that is sent back, whole or in part, changes: docs/api.md, "Trollies". */

const DETAILS = [
  'deliveryDay',
  'poNumber',
  'instructions',
  'method',
  'deliveryAddressId',
  'collectionSiteId',
  'collectionSlot',
] as const satisfies readonly (keyof TrollyDetails)[]

export const detailsIn = (body: BasketBody): Partial<TrollyDetails> =>
  Object.fromEntries(DETAILS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))

const FIXED = ['id', 'customerId', 'state', 'replacesOrderId', 'replacesOrderNo'] as const

/** @throws Refusal `invalid_request`, naming each field that has another value and cannot be changed */
export const requireFixed = (trolly: TrollyRow, body: BasketBody): void => {
  const isOther = (name: (typeof FIXED)[number]): boolean =>
    body[name] !== undefined && body[name]?.toLowerCase() !== trolly[name]?.toLowerCase()
  refuseFaults(FIXED.filter(isOther).map((name) => ({ path: `body/${name}`, message: 'cannot be changed' })))
}

type Item = NonNullable<BasketBody['items']>[number]

/**
 * The lines that the items change, with their next versions. Requires the trolly's lock.
 * @throws Refusal `invalid_request`, `product_not_found`, both naming the items; `version_mismatch`, `too_many_lines`
 */
export const changedLines = async (
  connection: Connection,
  trolly: TrollyRow,
  { items, now }: { items: readonly Item[]; now: Date },
): Promise<TrollyLine[]> => {
  if (items.length === 0) return []
  refuseFaults(faultsOf(items))
  const lines = await readLines(connection, trolly)
  const known = new Map(lines.map((line) => [line.product_no, line]))
  const changes = items.flatMap((item, at) => {
    const line = known.get(item.product_no)
    const quantity = wantedOf(item, line)
    return isAsWanted(line, item, quantity) ? [] : [{ item, at, line, quantity }]
  })
  const stale = changes.find(({ item, line }) => !isSeen(item.version, line?.version ?? 0))
  if (stale !== undefined) throw mismatch(trolly, lines, stale.line)
  const added = changes.flatMap(({ item, line }) => (line === undefined ? [item.product_no] : []))
  const sold = new Set((await readProducts(connection, added, trolly.priceListId)).map(numberOf))
  for (const line of lines) if (line.product !== null) sold.add(line.product_no)
  const unsold = changes.filter(({ item, quantity }) => quantity > 0 && !sold.has(item.product_no))
  refuseFaults(
    unsold.map(({ at }) => ({ path: `body/items/${at}/product_no`, message: 'is not sold' })),
    'product_not_found',
  )
  const before = lines.filter(({ removed }) => !removed).length
  const after = changes.reduce(
    (count, { line, quantity }) => count + presence(quantity) - presenceOf(line),
    before,
  )
  if (after > Math.max(LINES_MAX, before)) throw new Refusal('too_many_lines')
  return changes.map(({ item, line, quantity }, place) => ({
    product_no: item.product_no,
    quantity,
    version: (line?.version ?? 0) + 1,
    removed: quantity === 0,
    seenPricePence: item.seenPricePence === undefined ? (line?.seenPricePence ?? null) : item.seenPricePence,
    // Lines are listed by time.
    addedAt: line?.addedAt ?? new Date(now.getTime() + place).toISOString(),
  }))
}

const numberOf = ({ product_no }: { product_no: string }): string => product_no
const presence = (quantity: number): number => (quantity > 0 ? 1 : 0)
const presenceOf = (line: TrollyLine | undefined): number => presence(line?.quantity ?? 0)

type Fault = NonNullable<ErrorReply['errors']>[number]

const faultsOf = (items: readonly Item[]): Fault[] => {
  const firsts = new Map(items.map(({ product_no }, at) => [product_no, at] as const).toReversed())
  return items.flatMap(({ product_no, quantity = 0, removed }, at) => [
    ...(firsts.get(product_no) === at
      ? []
      : [{ path: `body/items/${at}/product_no`, message: 'is that of an earlier item' }]),
    ...(removed === true && quantity > 0
      ? [{ path: `body/items/${at}/removed`, message: 'contradicts the quantity' }]
      : []),
  ])
}

const wantedOf = ({ quantity, removed }: Item, line: ReadLine | undefined): number => {
  if (removed === true) return 0
  return quantity ?? (line === undefined || line.removed ? 1 : line.quantity)
}

const isAsWanted = (line: ReadLine | undefined, { seenPricePence }: Item, quantity: number): boolean => {
  if ((line?.quantity ?? 0) !== quantity) return false
  return quantity === 0 || seenPricePence === undefined || line?.seenPricePence === seenPricePence
}

const mismatch = (trolly: TrollyRow, lines: readonly ReadLine[], stale: ReadLine | undefined): Refusal => {
  const present = lines.filter(({ removed }) => !removed)
  const basket = headOf(trolly, present)
  const { product: _, ...line } = stale ?? { product: null }
  return new Refusal('version_mismatch', { fields: { basket, line: stale === undefined ? null : line } })
}

const FAULTS_TOLD_MAX = 20

function refuseFaults(
  faults: Fault[],
  code: 'invalid_request' | 'product_not_found' = 'invalid_request',
): void {
  if (faults.length > 0) throw new Refusal(code, { errors: faults.slice(0, FAULTS_TOLD_MAX) })
}
