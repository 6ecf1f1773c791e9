import { numberText } from '#domain/plain-text.ts'
import { choicesText, type QuantityFault, type QuickDecision, quickLinesOf } from '#domain/quick-add.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { findQuickLine } from '#src/store/products/find-quick-line.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

export type PastedItems =
  /** Each product once, in the order of the list. */
  | { items: { product_no: string; quantity: number }[]; unknown: NotFound[]; problem?: undefined }
  /** Lines that cannot be read, or no product at all. */
  | { problem: string }

type NotFound = { code: string; line: string }

/** Lines of "code quantity", looked up among the products on this device. */
export const readPastedList = async (
  database: UserDatabase,
  priceListId: string,
  text: string,
): Promise<PastedItems> => {
  const quantities = new Map<string, number>()
  const unknown: NotFound[] = []
  const unreadable: string[] = []
  for (const [index, line] of quickLinesOf(text).entries()) {
    const decision = await findQuickLine(database, priceListId, line)
    const fault = faultOf(decision)
    if (fault) unreadable.push(`line ${index + 1}: ${fault}`)
    else if (decision.is === 'unknown') unknown.push({ code: decision.code ?? line, line })
    else if (decision.is === 'found') {
      const { product_no } = decision.product
      const quantity = (quantities.get(product_no) ?? 0) + decision.quantity
      quantities.set(product_no, Math.min(quantity, QUANTITY_MAX))
    }
  }
  if (unreadable.length > 0) {
    const problem = firstOf(unreadable, '; ')
    return { problem: problem.charAt(0).toUpperCase() + problem.slice(1) }
  }
  if (quantities.size === 0 && unknown.length > 0) return { problem: notFoundText(unknown) }
  return { items: [...quantities].map(([product_no, quantity]) => ({ product_no, quantity })), unknown }
}

/** The rest of the list is in. */
export const notFoundWords = (unknown: readonly NotFound[]): string =>
  `${notFoundText(unknown)}. The rest of your list is in the template.`

const notFoundText = (unknown: readonly NotFound[]): string => {
  const codes = unknown.map(({ code }) => code)
  return `Not found on this device: ${firstOf(codes, ', ')}`
}

/** undefined: the line names a product, or one that is not known. */
const faultOf = (decision: QuickDecision<{ product_no: string; name: string }>): string | undefined => {
  if (decision.is === 'refused') return REFUSED_WORDS[decision.refused]
  if (decision.is === 'unknown' && decision.code === null) return 'enter a code and a quantity'
  if (decision.is !== 'unclear') return undefined
  return `this could be ${choicesText(decision.choices)}: enter the code first, then the quantity`
}

const REFUSED_WORDS: Record<QuantityFault, string> = {
  unclear: 'enter the quantity as a whole number, such as 1000',
  other_unit: 'this code is for another unit, case or each',
  not_whole: 'whole numbers only',
  too_few: 'at least 1',
  too_many: `at most ${numberText(QUANTITY_MAX)}`,
}

const SHOWN = 8

const firstOf = (words: readonly string[], between: string): string => {
  const more = words.length - SHOWN
  return words.slice(0, SHOWN).join(between) + (more > 0 ? ` and ${more} more` : '')
}
