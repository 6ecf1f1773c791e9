import type { Endpoint } from '#contract/endpoint.ts'
import type { BasketChanged, trollies } from '#contract/trollies.ts'
import { changedTerms, type TakeSubstitute, type TermsChange, termsOf } from '#domain/line-terms.ts'
import type { Product } from '#domain/product.ts'
import { allergenDifference, isConfirmed, isSameTerms, isWhole } from '#domain/substitution.ts'
import { LINES_MAX, QUANTITY_MAX, type TrollyLine } from '#domain/trolly.ts'
import type { Connection } from '#server/db/transaction.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import type { Caller } from '#server/routing/caller.ts'
import { isSeen } from '#server/routing/if-match.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  findDeclaredAllergens,
  findLineContext,
  type LineContext,
  writeLine,
  writeTerms,
} from './lines.repository.ts'
import { headOf } from './trolly-head.ts'
import type { TrollyCall } from './trolly-mutation.ts'
import type { TrollyRow } from './trolly-rows.repository.ts'

/** The version is checked first; a request that changes nothing answers 200 with equal versions. */
export type LinesService = {
  /**
   * Adds to the quantity, so that two devices' additions sum; restores a removed line.
   * @throws Refusal `version_mismatch` where a line seen present is gone, `product_not_found`, `quantity_out_of_range`,
   * `too_many_lines`
   */
  add: (call: LineCall<typeof trollies.addItem>) => Promise<BasketChanged>
  /** @throws Refusal `version_mismatch`, `product_not_found` for a product no longer sold, `too_many_lines` */
  set: (call: LineCall<typeof trollies.setItem>) => Promise<BasketChanged>
  /**
   * Leaves the line's version alone, so that nobody's change of the quantity is a conflict.
   * @throws Refusal `line_not_found`, `product_not_found` for a substitute that is not sold to the customer,
   * `allergens_not_confirmed`, `invalid_request` for a product in place of itself
   */
  setTerms: (call: LineCall<typeof trollies.setTerms>) => Promise<BasketChanged>
  /** Includes products no longer sold. @throws Refusal `version_mismatch` */
  remove: (call: LineCall<typeof trollies.removeItem>) => Promise<BasketChanged>
}

type LineCall<E extends Endpoint> = TrollyCall<E, LineContext>

export const readLineContext = async (
  { connection, user }: { connection: Connection; user: Caller },
  id: string,
  product_no: string,
): Promise<LineContext> => (await findLineContext(connection, user, id, product_no)) ?? NOTHING

/** For another user's trolly, which is refused before this is used. */
const NOTHING: LineContext = { priceListId: '', line: null, product: null, others: [] }

export const linesService = (): LinesService => ({
  add: async (call) => {
    const { trolly, context, body, ifMatch: mustBePresent } = call
    const { product_no, quantity: added = 1 } = body
    const seenPricePence = seenPriceIn(body, context)
    const present = presentLine(context)
    if (mustBePresent && present === null) throw mismatch(trolly, context)
    requireSold(context)
    const quantity = (present?.quantity ?? 0) + added
    if (quantity > QUANTITY_MAX) throw new Refusal('quantity_out_of_range')
    if (present === null) requireRoom(context)
    return change(call, { product_no, quantity, seenPricePence })
  },

  set: async (call) => {
    const { trolly, context, params, body, ifMatch: seenVersion } = call
    const product_no = params.productNo
    const seenPricePence = seenPriceIn(body, context)
    const present = presentLine(context)
    if (!isSeen(seenVersion, versionOf(context))) {
      if (present?.quantity === body.quantity) return unchanged(trolly, context, present)
      throw mismatch(trolly, context)
    }
    if (present?.quantity === body.quantity && present.seenPricePence === seenPricePence) {
      return unchanged(trolly, context, present)
    }
    requireSold(context)
    if (present === null) requireRoom(context)
    return change(call, { product_no, quantity: body.quantity, seenPricePence })
  },

  setTerms: async (call) => {
    const { connection, trolly, context, body, now, atCommit } = call
    const present = presentLine(context)
    if (present === null) throw new Refusal('line_not_found')
    requireWhole(body)
    const { note: _, substitution: __, ...line } = present
    const after = { ...line, ...changedTerms(present, body) }
    if (isSameTerms(after, present)) return unchanged(trolly, context, present)
    if (body.substitution?.kind === 'take') await requireConfirmed(connection, call, body.substitution)
    const changed: TrollyRow = { ...trolly, version: trolly.version + 1, updatedAt: now.toISOString() }
    atCommit(() => writeTerms(connection, changed, after))
    const { version: versionBefore } = present
    return changedLine({ before: trolly, after: changed, context, line: after, versionBefore })
  },

  remove: async (call) => {
    const { trolly, context, params, ifMatch: seenVersion, now } = call
    const product_no = params.productNo
    const present = presentLine(context)
    if (present === null) return unchanged(trolly, context, context.line ?? neverThere(product_no, now))
    if (!isSeen(seenVersion, present.version)) throw mismatch(trolly, context)
    const { seenPricePence } = present
    return change(call, { product_no, quantity: 0, seenPricePence })
  },
})

/** Missing: what the last person saw. */
const seenPriceIn = (
  { seenPricePence }: { seenPricePence?: number | null },
  { line }: LineContext,
): number | null => (seenPricePence === undefined ? (line?.seenPricePence ?? null) : seenPricePence)

const requireWhole = ({ substitution }: TermsChange): void => {
  if (!substitution || isWhole(substitution)) return
  const errors = [{ path: 'body/substitution', message: 'must have the fields of its kind' }]
  throw new Refusal('invalid_request', { errors })
}

/** Never trusts what the device worked out: its products may be old. */
async function requireConfirmed(
  connection: Connection,
  { context: { priceListId }, params }: Pick<LineCall<typeof trollies.setTerms>, 'context' | 'params'>,
  { product_no, confirmed }: TakeSubstitute,
): Promise<void> {
  if (product_no === params.productNo) {
    const errors = [{ path: 'body/substitution/product_no', message: 'is the product that is short' }]
    throw new Refusal('invalid_request', { errors })
  }
  const [substitute] = await readProducts(connection, [product_no], priceListId)
  if (substitute === undefined || substitute.pricePence === null) throw new Refusal('product_not_found')
  const original = (await findDeclaredAllergens(connection, params.productNo)) ?? null
  const difference = allergenDifference(original, substitute)
  if (!isConfirmed(difference, confirmed))
    throw new Refusal('allergens_not_confirmed', { fields: { difference } })
}

const presentLine = ({ line }: LineContext): TrollyLine | null =>
  line === null || line.removed ? null : line

const versionOf = ({ line }: LineContext): number => line?.version ?? 0

const neverThere = (product_no: string, now: Date): TrollyLine => ({
  product_no,
  quantity: 0,
  version: 0,
  removed: true,
  seenPricePence: null,
  addedAt: now.toISOString(),
})

const requireSold = ({ product }: LineContext): void => {
  if (product === null) throw new Refusal('product_not_found')
}

const requireRoom = ({ others }: LineContext): void => {
  if (others.length >= LINES_MAX) throw new Refusal('too_many_lines')
}

type Change = Pick<
  LineCall<typeof trollies.addItem>,
  'connection' | 'trolly' | 'now' | 'context' | 'atCommit'
>

function change(
  { connection, trolly, context, now, atCommit }: Change,
  { product_no, quantity, seenPricePence }: Pick<TrollyLine, 'product_no' | 'quantity' | 'seenPricePence'>,
): BasketChanged {
  const versionBefore = versionOf(context)
  const line: TrollyLine = {
    product_no,
    quantity,
    version: versionBefore + 1,
    removed: quantity === 0,
    seenPricePence,
    addedAt: context.line?.addedAt ?? now.toISOString(),
    ...(quantity > 0 && context.line !== null && termsOf(context.line)),
  }
  const after: TrollyRow = { ...trolly, version: trolly.version + 1, updatedAt: now.toISOString() }
  atCommit(() => writeLine(connection, after, line))
  return changedLine({ before: trolly, after, context, line, versionBefore })
}

const unchanged = (trolly: TrollyRow, context: LineContext, line: TrollyLine): BasketChanged =>
  changedLine({ before: trolly, after: trolly, context, line, versionBefore: line.version })

const changedLine = ({
  before,
  after,
  context: { priceListId, others, product },
  line,
  versionBefore,
}: {
  before: TrollyRow
  after: TrollyRow
  context: LineContext
  line: TrollyLine
  versionBefore: number
}): BasketChanged => ({
  basket: headOf({ ...after, priceListId }, [...others, ...priced(line, product)]),
  versionBefore: before.version,
  detailsVersionBefore: before.detailsVersion,
  line: { ...line, versionBefore, product },
})

const mismatch = (trolly: TrollyRow, { priceListId, line, product, others }: LineContext): Refusal => {
  const lines = line === null ? others : [...others, ...priced(line, product)]
  return new Refusal('version_mismatch', {
    fields: { basket: headOf({ ...trolly, priceListId }, lines), line },
  })
}

const priced = ({ removed, product_no, quantity }: TrollyLine, product: Product | null) =>
  removed ? [] : [{ product_no, quantity, product }]
