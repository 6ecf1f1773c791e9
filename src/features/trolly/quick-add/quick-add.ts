import { numberText } from '#domain/plain-text.ts'
import type { Product } from '#domain/product.ts'
import { parseQuickLines, type QuickLine } from '#domain/quick-add.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeQuantity } from '#src/features/trolly/change-quantity.ts'
import { findByCode } from '#src/store/products/pricing.ts'
import { findTrollyRow } from '#src/store/trollies/open-trolly.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'

/** `at`: the index among the pasted lines. `known`: this device knows the code, so a search would find no more. */
export type QuickOutcome = {
  at: number
  text: string
  words: string
  added: boolean
  known: boolean
  product_no?: string
}

/** Adds only products this device knows. */
export const addLines = async (
  device: UserDevice,
  trollyId: string,
  text: string,
): Promise<QuickOutcome[]> => {
  const outcomes: QuickOutcome[] = []
  for (const { text: shown, line } of parseQuickLines(text)) {
    const outcome = line
      ? await addOne(device, trollyId, line)
      : { words: 'Enter a code and a quantity', added: false, known: false }
    outcomes.push({ at: outcomes.length, text: shown, ...outcome })
  }
  return outcomes
}

const addOne = async (
  device: UserDevice,
  trollyId: string,
  { code, quantity, refused }: QuickLine,
): Promise<Omit<QuickOutcome, 'at' | 'text'>> => {
  const { database } = device
  const trolly = await findTrolly(database, trollyId)
  const product = trolly && (await findByCode(database, trolly.priceListId, code))
  if (!product) return { words: `No product with code ${code}`, added: false, known: false }
  if (refused) return { words: REFUSED_WORDS[refused](product.name), added: false, known: true }
  return { ...(await addProduct(device, trollyId, { product, quantity })), known: true }
}

/** @throws OperationRefused or a storage error; nothing was added then */
export const addProduct = async (
  device: UserDevice,
  trollyId: string,
  { product: { product_no, name, pricePence }, quantity }: { product: Product; quantity: number },
): Promise<{ words: string; added: true; product_no: string }> => {
  const row = await findTrollyRow(device.database, trollyId, product_no)
  await changeQuantity(device, trollyId, {
    product_no,
    asked: { quantity, by: quantity, entry: 'step' },
    present: row !== undefined && !row.line.removed,
    pricePence,
    now: new Date(),
  })
  return { words: `${quantity} × ${name} added`, added: true, product_no }
}

/** Codes contain a digit; words without one are a name. */
export const isCode = (code: string): boolean => /\d/.test(code)

const REFUSED_WORDS: Record<NonNullable<QuickLine['refused']>, (name: string) => string> = {
  not_whole: (name) => `Whole numbers only: ${name} was not added`,
  too_few: (name) => `Minimum 1: ${name} was not added`,
  too_many: (name) => `Maximum ${numberText(QUANTITY_MAX)}: ${name} was not added`,
}
