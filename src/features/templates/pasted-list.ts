import { parseQuickLines, type QuickLine } from '#domain/quick-add.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { findByCode } from '#src/store/products/pricing.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

export type PastedItems =
  /** Each product once, in the order of the list. */
  { items: { product_no: string; quantity: number }[]; problem?: undefined } | { problem: string }

/** Lines of "code quantity", looked up among the products on this device. */
export const readPastedList = async (
  database: UserDatabase,
  priceListId: string,
  text: string,
): Promise<PastedItems> => {
  const quantities = new Map<string, number>()
  const unknown: string[] = []
  const unreadable: string[] = []
  for (const [index, { line }] of parseQuickLines(text).entries()) {
    const fault = line ? line.refused && REFUSED_WORDS[line.refused] : 'enter a code and a quantity'
    if (!line || fault) {
      unreadable.push(`line ${index + 1}: ${fault}`)
      continue
    }
    const product = await findByCode(database, priceListId, line.code)
    if (!product) unknown.push(line.code)
    else {
      const quantity = (quantities.get(product.product_no) ?? 0) + line.quantity
      quantities.set(product.product_no, Math.min(quantity, QUANTITY_MAX))
    }
  }
  const problems = [
    ...(unknown.length > 0 ? [`not found on this device: ${firstOf(unknown, ', ')}`] : []),
    ...(unreadable.length > 0 ? [firstOf(unreadable, '; ')] : []),
  ].join('; ')
  if (problems !== '') return { problem: problems.charAt(0).toUpperCase() + problems.slice(1) }
  return { items: [...quantities].map(([product_no, quantity]) => ({ product_no, quantity })) }
}

const REFUSED_WORDS: Record<NonNullable<QuickLine['refused']>, string> = {
  not_whole: 'whole numbers only',
  too_few: 'at least 1',
  too_many: `at most ${QUANTITY_MAX.toLocaleString('en-GB')}`,
}

const SHOWN = 8

const firstOf = (words: readonly string[], between: string): string => {
  const more = words.length - SHOWN
  return words.slice(0, SHOWN).join(between) + (more > 0 ? ` and ${more} more` : '')
}
