import { parseQuickLines, type QuickLine } from '#domain/quick-add.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { findByCode } from '#src/store/pricing.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

export type PastedItems = {
  /** Each product once, in the order of the list. */
  items: { product_no: string; quantity: number }[]
  /** "Line 3: no product with code 10299" */
  problems: string[]
}

/** Lines of "code quantity", looked up among the products on this device. */
export const readPastedList = async (
  database: UserDatabase,
  priceListId: string,
  text: string,
): Promise<PastedItems> => {
  const quantities = new Map<string, number>()
  const problems: string[] = []
  for (const [index, { line }] of parseQuickLines(text).entries()) {
    const found = line ? await lookUp(database, priceListId, line) : 'enter a code and a quantity'
    if (typeof found === 'string') problems.push(`Line ${index + 1}: ${found}`)
    else {
      const quantity = (quantities.get(found.product_no) ?? 0) + found.quantity
      quantities.set(found.product_no, Math.min(quantity, QUANTITY_MAX))
    }
  }
  return { items: [...quantities].map(([product_no, quantity]) => ({ product_no, quantity })), problems }
}

const lookUp = async (
  database: UserDatabase,
  priceListId: string,
  { code, quantity, refused }: QuickLine,
): Promise<string | { product_no: string; quantity: number }> => {
  if (refused) return REFUSED_WORDS[refused]
  const product = await findByCode(database, priceListId, code)
  return product ? { product_no: product.product_no, quantity } : `no product with code ${code}`
}

const REFUSED_WORDS: Record<NonNullable<QuickLine['refused']>, string> = {
  not_whole: 'whole numbers only',
  too_few: 'at least 1',
  too_many: `at most ${QUANTITY_MAX.toLocaleString('en-GB')}`,
}

const PROBLEMS_SHOWN = 5

export const problemsText = (problems: readonly string[]): string => {
  const more = problems.length - PROBLEMS_SHOWN
  return [...problems.slice(0, PROBLEMS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join('. ')
}
