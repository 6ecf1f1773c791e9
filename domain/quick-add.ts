import { numberText } from './plain-text.ts'
import type { SalesUnit } from './product.ts'
import { QUANTITY_MAX } from './trolly.ts'
import { CODE_LENGTH_MAX, isCode } from './typed-text.ts'

/** What a line may mean. A code may hold blanks, digits and an x, so only the product list tells which reading is right. */
export type QuickLine = {
  text: string
  code: string
  quantity: number
  /** Where the line names it: `2 cs 10234`. */
  unit?: SalesUnit
  refused: QuantityFault | null
}

/**
 * `unclear`: `1.000` is one here and a thousand elsewhere, and `1,00` is neither here. `other_unit`: a case was asked for under
 * the code of the single product, or the other way round.
 */
export type QuantityFault = 'not_whole' | 'too_few' | 'too_many' | 'unclear' | 'other_unit'

export type QuickReadings = {
  /** The forms that we ask for, and those of order sheets: `10234 6`, `10234;6`, `6 x 10234`, `10234 x 6`, `10234`, `6 cs 10234`. */
  usual: QuickLine[]
  /** `6 10234`, which counts only where no usual reading has a known code. */
  turned: QuickLine[]
}

/** Impossible quantities are read too, to name the fault. A longer line than a code and a quantity need has no reading. */
export const quickReadings = (line: string): QuickReadings => {
  const text = line.trim().replace(BULLET, '')
  if (text.length > LINE_LENGTH_MAX) return { usual: [], turned: [] }
  const read = ({ pattern, code, quantity, unit }: Form): QuickLine[] => {
    const match = pattern.exec(text)
    const found = unquoted(match?.[code])
    if (!match || !isCode(found)) return []
    const { many, refused } = quantity === null ? ONE : quantityOf(unquoted(match[quantity]))
    const named = unit === undefined ? undefined : match[unit]
    return [{ text, code: found, quantity: many, refused, ...(named && { unit: unitOf(named) }) }]
  }
  return { usual: USUAL.flatMap(read), turned: TURNED.flatMap(read) }
}

/** The likeliest reading with a code in one word; null for what may as well be a name. */
export const parseQuickLine = (line: string): QuickLine | null => {
  const likely = quickReadings(line).usual.filter(({ code }) => !code.includes(' ') && !isPunctuation(code))
  return likely.find(({ refused }) => refused === null) ?? likely[0] ?? null
}

/** Codes contain a digit; any other text is the name of a product, to be searched for. */
export const isReadAsCode = (line: string): boolean => /\d/.test(parseQuickLine(line)?.code ?? '')

/** @returns the lines to read, without the headings of an order sheet */
export const quickLinesOf = (text: string): string[] => {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [first = '', ...others] = lines
  return others.length > 0 && HEADER.test(first) ? others : lines
}

/** Codes to try for a number without its leading zeros, which spreadsheets drop, or with more of them. */
export const withOtherZeros = (code: string): string[] => {
  if (!/^\d+$/.test(code)) return []
  const digits = code.replace(/^0+(?=\d)/, '')
  return Array.from({ length: CODE_LENGTH_MAX - digits.length + 1 }, (_, zeros) => '0'.repeat(zeros) + digits)
}

/** The readings whose code is known; several different ones are a question for the person. */
export const decideQuickLine = <Product extends { product_no: string; unit: SalesUnit }>(
  { usual, turned }: QuickReadings,
  productsOf: (code: string) => readonly Product[],
): QuickDecision<Product> => {
  let faulty: QuickDecision<Product> | undefined
  for (const readings of [usual, turned]) {
    const known = readings.flatMap(({ code, quantity, unit, refused }) =>
      productsOf(code).map((product) => {
        const isOther = unit !== undefined && unit !== product.unit
        return { product, quantity, refused: refused ?? (isOther ? 'other_unit' : null) }
      }),
    )
    const possible = new Map(
      known.flatMap(({ refused, ...choice }) =>
        refused === null ? [[`${choice.quantity} ${choice.product.product_no}`, choice] as const] : [],
      ),
    )
    const [first, ...others] = possible.values()
    if (first && others.length === 0) return { is: 'found', ...first }
    if (first) return { is: 'unclear', choices: [first, ...others] }
    const [likely] = known
    if (likely?.refused) faulty ??= { is: 'refused', product: likely.product, refused: likely.refused }
  }
  if (faulty) return faulty
  const [likely] = usual
  return { is: 'unknown', code: (usual.find(({ refused }) => refused === null) ?? likely)?.code ?? null }
}

export type QuickChoice<Product> = { product: Product; quantity: number }

export type QuickDecision<Product> =
  | ({ is: 'found' } & QuickChoice<Product>)
  | { is: 'unclear'; choices: QuickChoice<Product>[] }
  | { is: 'refused'; product: Product; refused: QuantityFault }
  /** `code` null: the line cannot be read. */
  | { is: 'unknown'; code: string | null }

/** "6 × Rice (711842) or 12 × Beans (6)". */
export const choicesText = (choices: readonly QuickChoice<{ product_no: string; name: string }>[]): string =>
  choices
    .map(({ product: { product_no, name }, quantity }) => `${numberText(quantity)} × ${name} (${product_no})`)
    .join(' or ')

/** Why a line was not added, where its code is known. */
export const faultText = (
  decision: Extract<QuickDecision<{ product_no: string; name: string }>, { is: 'unclear' | 'refused' }>,
): string =>
  decision.is === 'refused'
    ? REFUSED_TEXT[decision.refused](decision.product.name)
    : `Not added: this could be ${choicesText(decision.choices)}. Enter the code first, then the quantity`

const REFUSED_TEXT: Record<QuantityFault, (name: string) => string> = {
  not_whole: (name) => `Whole numbers only: ${name} was not added`,
  too_few: (name) => `Minimum 1: ${name} was not added`,
  too_many: (name) => `Maximum ${numberText(QUANTITY_MAX)}: ${name} was not added`,
  other_unit: (name) => `This code is for another unit, case or each: ${name} was not added`,
  unclear: (name) => `Enter the quantity as a whole number, such as 1000: ${name} was not added`,
}

const LINE_LENGTH_MAX = 100
/** Lists in messages have them. */
const BULLET = /^[-–•*] +/

const quantityOf = (text: string): { many: number; refused: QuantityFault | null } => {
  const isOurs = /^-?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/.test(text)
  const many = Number(isOurs ? text.replaceAll(',', '') : text.replace(',', '.'))
  const isUnclear = Number.isInteger(many) && (!isOurs || /^\d{1,3}\.000$/.test(text))
  return { many, refused: isUnclear ? 'unclear' : whyRefused(many) }
}

const whyRefused = (quantity: number): QuantityFault | null => {
  if (!Number.isInteger(quantity)) return 'not_whole'
  if (quantity > QUANTITY_MAX) return 'too_many'
  return quantity < 1 ? 'too_few' : null
}

const ONE = { many: 1, refused: null }

const isPunctuation = (code: string): boolean => !/[\p{L}\p{N}]/u.test(code)

/** A row copied out of a CSV file has its cells quoted: `"10234","1,000"`. */
const unquoted = (cell = ''): string => /^"(.*)"$/.exec(cell)?.[1] ?? cell

const unitOf = (word: string): SalesUnit => (/^c/i.test(word) ? 'case' : 'each')

/** `Code,Qty`, `Product code;Description;Quantity`, `Qty` and `Item no.` */
const HEADER =
  /^"?(?:(?:(?:product|item|stock)[ _]?)?(?:code|no\.?|number|sku)\b.*\b(?:qty|quantity)|(?:qty|quantity)\b.*\b(?:code|no\.?|number|sku))"?$/i

type Form = { pattern: RegExp; code: number; quantity: number | null; unit?: number }

const MANY = '("?-?\\d[\\d.,]*"?)'
const BETWEEN = '(?:\\s*[\\t,;|:=]\\s*|\\s+(?:-\\s+|qty:?\\s*)?)'
const X = '[x×*]'
const UNIT = '(cs|cases?|ctns?|cartons?|ea|each|singles?|pcs?)\\.?'
/** A column of an order sheet. */
const DESCRIPTION = '\\t[^\\t]*\\p{L}.*'

/** The first of two bare numbers is the code. */
const USUAL: Form[] = [
  { pattern: new RegExp(`^${MANY}\\s*${X}\\s+(.+)$`, 'i'), code: 2, quantity: 1 },
  { pattern: new RegExp(`^${MANY}${X}(\\d.*)$`, 'i'), code: 2, quantity: 1 },
  { pattern: new RegExp(`^(.+?)${BETWEEN}${X}?\\s*${MANY}$`, 'i'), code: 1, quantity: 2 },
  { pattern: new RegExp(`^(.+?)\\s+${X}\\s*${MANY}$`, 'i'), code: 1, quantity: 2 },
  { pattern: new RegExp(`^(\\d+)${X}${MANY}$`, 'i'), code: 1, quantity: 2 },
  {
    pattern: new RegExp(`^${MANY}\\s*${UNIT}\\s+(?:of\\s+|${X}\\s+)?(.+)$`, 'i'),
    code: 3,
    quantity: 1,
    unit: 2,
  },
  { pattern: new RegExp(`^(.+?)${BETWEEN}${X}?\\s*${MANY}\\s*${UNIT}$`, 'i'), code: 1, quantity: 2, unit: 3 },
  { pattern: new RegExp(`^([^\\t]+)${DESCRIPTION}\\t\\s*${MANY}$`, 'iu'), code: 1, quantity: 2 },
  { pattern: /^(.+)$/, code: 1, quantity: null },
]
const TURNED: Form[] = [
  { pattern: new RegExp(`^${MANY}${BETWEEN}(.+)$`, 'i'), code: 2, quantity: 1 },
  { pattern: new RegExp(`^${MANY}\\t([^\\t]+)${DESCRIPTION}$`, 'iu'), code: 2, quantity: 1 },
]
