import { availableOf } from './checks/line-checks.ts'
import { moneyText } from './money.ts'
import { numberText } from './plain-text.ts'
import type { Product } from './product.ts'
import type { LineOperation } from './trollies/operation.ts'
import type { TrollyView } from './trollies/view.ts'
import { LINES_MAX, QUANTITY_MAX } from './trolly.ts'

/** Adds several products at once, such as a template's. Each has an outcome, so that none is lost unnoticed. */
export type Wanted = {
  product_no: string
  quantity: number
  name: string
  /** The quantity is a par level: what the trolly has counts towards it. */
  fillsUp?: boolean | undefined
  /** Typed, not added: devices that each want the same agree instead of adding it up. */
  isTyped?: boolean | undefined
  /** Unit price in the order that is repeated. */
  paidPence?: number | undefined
}

export type AddOutcome = Wanted & {
  result: AddResult
  /** In the trolly afterwards. */
  now: number
  /** Known stock, if less than `now`. */
  available?: number
  /** If the price differs from the order; `toPence` null: no price now. */
  repriced?: { fromPence: number; toPence: number | null }
}

export const wantedAgain = (line: {
  product_no: string
  name: string
  quantity: number
  unitPricePence: number
}): Wanted => ({
  product_no: line.product_no,
  name: line.name,
  quantity: line.quantity,
  paidPence: line.unitPricePence,
})

/** `increased`: the trolly had some already, or all that a par level asks for (quantity 0). The checks before ordering deal with `short` and `unpriced`. */
const ADDED = ['added', 'increased', 'short', 'unpriced'] as const

export const ADD_RESULTS = [
  ...ADDED,
  'notSold',
  'noQuantity',
  'undecided',
  'linesFull',
  'quantityFull',
] as const
export type AddResult = (typeof ADD_RESULTS)[number]

export const isAdded = ({ result }: Pick<AddOutcome, 'result'>): boolean =>
  (ADDED as readonly AddResult[]).includes(result)

/** Pennies are named all the same. */
const MUCH = 1.02

const isMuchDearer = ({ repriced }: AddOutcome): boolean =>
  repriced != null && repriced.toPence !== null && repriced.toPence > repriced.fromPence * MUCH

/** 0: not added. 1: added, but to check. 2: nothing to look at. */
export const outcomeRank = (outcome: AddOutcome): 0 | 1 | 2 => {
  if (!isAdded(outcome)) return 0
  return outcome.result === 'short' || outcome.result === 'unpriced' || isMuchDearer(outcome) ? 1 : 2
}

export type AddParts = {
  view: Pick<TrollyView, 'lines'>
  wanted: readonly Wanted[]
  products: ReadonlyMap<string, Product>
  /** False: a product not found may still be sold, so the server decides. */
  isListWhole: boolean
  pricesHere: boolean
  now: Date
}

export type AddOperation = Extract<LineOperation, { kind: 'add' | 'set' }>

/** A product wanted twice counts once, with the sum. */
export const decideAll = (parts: AddParts): { outcomes: AddOutcome[]; operations: AddOperation[] } => {
  const { view, products, now } = parts
  const lines = new Map(view.lines.map((line) => [line.product_no, line]))
  const operations: AddOperation[] = []
  let lineCount = view.lines.length

  const outcomes = summed(parts.wanted).map((asked): AddOutcome => {
    const { product_no } = asked
    const line = lines.get(product_no)
    const present = line && !line.removed ? line.quantity : 0
    if (asked.fillsUp && present > 0 && present >= asked.quantity)
      return { ...asked, quantity: 0, result: 'increased', now: present }
    const quantity = asked.fillsUp ? asked.quantity - present : asked.quantity
    const each = { ...asked, quantity }
    const product = products.get(product_no)
    const refused = REFUSALS.find(({ when }) =>
      when({ ...parts, ...each, line, present, product, lineCount }),
    )
    if (refused) return { ...each, result: refused.result, now: present }
    if (present === 0) lineCount += 1
    const added = {
      product_no,
      seenPricePence: product?.pricePence ?? null,
      // A millisecond apart keeps their order in the trolly.
      addedAt: new Date(now.getTime() + operations.length).toISOString(),
    }
    operations.push(
      asked.isTyped
        ? { kind: 'set', quantity: present + quantity, ...added }
        : { kind: 'add', quantity, toPresent: present > 0, ...added },
    )
    return {
      ...each,
      ...addedAs({ product, present, total: present + quantity, pricesHere: parts.pricesHere }),
      ...(parts.pricesHere ? repricedFrom(each, product) : {}),
    }
  })
  return { outcomes, operations }
}

/** Removes the added quantities; later changes stay. */
export const undoAll = (view: TrollyView, outcomes: readonly AddOutcome[], now: Date): LineOperation[] => {
  const lines = new Map(view.lines.map((line) => [line.product_no, line]))
  return outcomes.filter(isAdded).flatMap(({ product_no, quantity }): LineOperation[] => {
    const line = lines.get(product_no)
    if (quantity === 0 || !line || line.removed || line.decision) return []
    const left = line.quantity - quantity
    if (left <= 0) return [{ kind: 'remove', product_no }]
    const { seenPricePence } = line
    return [{ kind: 'set', product_no, quantity: left, seenPricePence, addedAt: now.toISOString() }]
  })
}

export const addOutcomeText = (outcome: AddOutcome): string =>
  [TEXTS[outcome.result](outcome), ...repricedTexts(outcome)].join('. ')

const repricedTexts = ({ repriced }: AddOutcome): string[] => {
  if (!repriced || repriced.toPence === null) return []
  const { fromPence, toPence } = repriced
  return [`Price ${toPence > fromPence ? 'up' : 'down'}: ${moneyText(toPence)}, was ${moneyText(fromPence)}`]
}

const inAll = ({ quantity, now }: AddOutcome): string => (now > quantity ? `, now ${numberText(now)}` : '')

const TEXTS: Record<AddResult, (outcome: AddOutcome) => string> = {
  added: ({ quantity }) => `${numberText(quantity)} added`,
  increased: ({ quantity, now }) =>
    quantity === 0
      ? `${numberText(now)} in the trolly already`
      : `${numberText(quantity)} more added, now ${numberText(now)}`,
  short: (outcome) =>
    `${numberText(outcome.quantity)} added${inAll(outcome)}. ${outcome.available ? `Only ${numberText(outcome.available)} in stock` : 'Out of stock'}`,
  unpriced: (outcome) => `${numberText(outcome.quantity)} added${inAll(outcome)}. No price at the moment`,
  notSold: () => 'Not added: no longer sold',
  noQuantity: () => 'Not added: no quantity set',
  undecided: () => 'Not added: this line needs your decision first',
  linesFull: () => `Not added: the trolly is full (${numberText(LINES_MAX)} lines)`,
  quantityFull: ({ now }) =>
    `Not added: the maximum is ${numberText(QUANTITY_MAX)}${now > 0 ? `, and the trolly has ${numberText(now)}` : ''}`,
}

type Facts = Pick<AddParts, 'isListWhole'> &
  Wanted & {
    line: TrollyView['lines'][number] | undefined
    present: number
    product: Product | undefined
    lineCount: number
  }

const REFUSALS: readonly { result: AddResult; when: (facts: Facts) => boolean }[] = [
  { result: 'noQuantity', when: ({ quantity }) => !Number.isInteger(quantity) || quantity < 1 },
  { result: 'notSold', when: ({ product, isListWhole }) => product === undefined && isListWhole },
  { result: 'undecided', when: ({ line }) => line?.decision != null },
  { result: 'quantityFull', when: ({ present, quantity }) => present + quantity > QUANTITY_MAX },
  { result: 'linesFull', when: ({ present, lineCount }) => present === 0 && lineCount >= LINES_MAX },
]

const addedAs = (parts: {
  product: Product | undefined
  present: number
  total: number
  pricesHere: boolean
}): Pick<AddOutcome, 'result' | 'now' | 'available'> => {
  const { product, present, total: now, pricesHere } = parts
  const available = product ? availableOf(product) : Number.POSITIVE_INFINITY
  if (available < now) return { result: 'short', now, available }
  if (product?.pricePence === null && pricesHere) return { result: 'unpriced', now }
  return { result: present > 0 ? 'increased' : 'added', now }
}

const repricedFrom = ({ paidPence }: Wanted, product: Product | undefined): Pick<AddOutcome, 'repriced'> => {
  if (paidPence === undefined || product === undefined || product.pricePence === paidPence) return {}
  return { repriced: { fromPence: paidPence, toPence: product.pricePence } }
}

const summed = (wanted: readonly Wanted[]): Wanted[] => {
  const sums = new Map<string, Wanted>()
  for (const each of wanted) {
    const { product_no, quantity } = each
    sums.set(product_no, { ...each, quantity: (sums.get(product_no)?.quantity ?? 0) + quantity })
  }
  return [...sums.values()]
}
