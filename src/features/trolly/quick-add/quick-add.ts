import { numberText } from '#domain/plain-text.ts'
import type { Product } from '#domain/product.ts'
import { choicesText, parseQuickLine, type QuantityFault, quickLinesOf } from '#domain/quick-add.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeQuantity } from '#src/features/trolly/change-quantity.ts'
import { findQuickLine } from '#src/store/products/find-quick-line.ts'
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
  for (const line of quickLinesOf(text))
    outcomes.push({ at: outcomes.length, text: line, ...(await addOne(device, trollyId, line)) })
  return outcomes
}

/** A line typed by hand. @returns undefined for the name of a product, to be searched for */
export const addTyped = async (
  device: UserDevice,
  trollyId: string,
  typed: string,
): Promise<QuickOutcome | undefined> => {
  const [outcome] = await addLines(device, trollyId, typed)
  // Codes contain a digit.
  return outcome && (outcome.known || /\d/.test(parseQuickLine(typed)?.code ?? '')) ? outcome : undefined
}

const addOne = async (
  device: UserDevice,
  trollyId: string,
  line: string,
): Promise<Omit<QuickOutcome, 'at' | 'text'>> => {
  const { database } = device
  const trolly = await findTrolly(database, trollyId)
  const decision = await findQuickLine(database, trolly?.priceListId ?? '', line)
  switch (decision.is) {
    case 'found':
      return { ...(await addProduct(device, trollyId, decision)), known: true }
    case 'unclear':
      return { words: unclearWords(choicesText(decision.choices)), added: false, known: true }
    case 'refused':
      return { words: REFUSED_WORDS[decision.refused](decision.product.name), added: false, known: true }
    default:
      return { words: unknownWords(decision.code), added: false, known: false }
  }
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

const unknownWords = (code: string | null): string =>
  code === null ? 'Enter a code and a quantity' : `No product with code ${code}`

const unclearWords = (choices: string): string =>
  `Not added: this could be ${choices}. Enter the code first, then the quantity`

const REFUSED_WORDS: Record<QuantityFault, (name: string) => string> = {
  not_whole: (name) => `Whole numbers only: ${name} was not added`,
  too_few: (name) => `Minimum 1: ${name} was not added`,
  too_many: (name) => `Maximum ${numberText(QUANTITY_MAX)}: ${name} was not added`,
  other_unit: (name) => `This code is for another unit, case or each: ${name} was not added`,
  unclear: (name) => `Enter the quantity as a whole number, such as 1000: ${name} was not added`,
}
