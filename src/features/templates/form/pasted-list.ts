import { numberText } from '#domain/plain-text.ts'
import { parseQuickLines, type QuickLine } from '#domain/quick-add.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { UNDO_MS } from '#domain/undo.ts'
import { findByCode } from '#src/store/products/pricing.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

export type PastedItems =
  /** Each product once, in the order of the list. */
  | { items: { product_no: string; quantity: number }[]; unknown: string[]; problem?: undefined }
  /** Lines that cannot be read, or no product at all. */
  | { problem: string }

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
  if (unreadable.length > 0) {
    const problem = firstOf(unreadable, '; ')
    return { problem: problem.charAt(0).toUpperCase() + problem.slice(1) }
  }
  if (quantities.size === 0 && unknown.length > 0) return { problem: notFoundText(unknown) }
  return { items: [...quantities].map(([product_no, quantity]) => ({ product_no, quantity })), unknown }
}

/** The rest of the list is in. */
export const tellNotFound = (codes: readonly string[]): void => {
  if (codes.length === 0) return
  notifications.show({
    message: `${notFoundText(codes)}. The rest of your list is in the template.`,
    statusColor: 'warning',
    showInProduction: true,
    timeoutLength: UNDO_MS,
  })
}

const notFoundText = (codes: readonly string[]): string => `Not found on this device: ${firstOf(codes, ', ')}`

const REFUSED_WORDS: Record<NonNullable<QuickLine['refused']>, string> = {
  not_whole: 'whole numbers only',
  too_few: 'at least 1',
  too_many: `at most ${numberText(QUANTITY_MAX)}`,
}

const SHOWN = 8

const firstOf = (words: readonly string[], between: string): string => {
  const more = words.length - SHOWN
  return words.slice(0, SHOWN).join(between) + (more > 0 ? ` and ${more} more` : '')
}
