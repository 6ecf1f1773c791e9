import type { Product } from '#domain/product.ts'
import { faultText, isReadAsCode, quickLinesOf } from '#domain/quick-add.ts'
import { searchRecorderOf } from '#src/device/search-recorder.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeQuantity } from '#src/features/trolly/change-quantity.ts'
import { findQuickLine } from '#src/store/products/find-quick-line.ts'
import { findTrollyRow } from '#src/store/trollies/open-trolly.ts'

/** `at`: the index among the pasted lines. `known`: this device knows the code, so a search would find no more. */
export type QuickOutcome = {
  at: number
  text: string
  words: string
  added: boolean
  known: boolean
  product_no?: string
}

/** Where the products go, and the price list that they are looked up in. */
export type QuickAddTarget = {
  priceListId: string
  /** @param found without a quantity if none was named. @throws a refusal or a storage error; nothing was added then */
  add: (found: { product: Product; quantity?: number }) => Promise<QuickAdded>
}

export type QuickAdded = Pick<QuickOutcome, 'words' | 'added' | 'product_no'>

/** Adds only products this device knows. */
export const addLines = async (
  { database }: UserDevice,
  target: QuickAddTarget,
  text: string,
): Promise<QuickOutcome[]> => {
  const outcomes: QuickOutcome[] = []
  for (const line of quickLinesOf(text))
    outcomes.push({ at: outcomes.length, text: line, ...(await addOne(database, target, line)) })
  return outcomes
}

/** A line typed by hand. @returns undefined for the name of a product, to be searched for */
export const addTyped = async (
  device: UserDevice,
  target: QuickAddTarget,
  typed: string,
): Promise<QuickOutcome | undefined> => {
  const [outcome] = await addLines(device, target, typed)
  return outcome && (outcome.known || isReadAsCode(typed)) ? outcome : undefined
}

const addOne = async (
  database: UserDevice['database'],
  { priceListId, add }: QuickAddTarget,
  line: string,
): Promise<Omit<QuickOutcome, 'at' | 'text'>> => {
  const decision = await findQuickLine(database, priceListId, line)
  switch (decision.is) {
    case 'found':
      return { ...(await add(decision)), known: true }
    case 'unclear':
    case 'refused':
      return { words: faultText(decision), added: false, known: true }
    default:
      return { words: unknownWords(decision.code), added: false, known: false }
  }
}

/** @throws OperationRefused or a storage error; nothing was added then */
export const addToTrolly = async (
  device: UserDevice,
  { id: trollyId, customerId }: { id: string; customerId: string },
  { product: { product_no, name, pricePence }, quantity = 1 }: Parameters<QuickAddTarget['add']>[0],
): Promise<QuickAdded> => {
  const row = await findTrollyRow(device.database, trollyId, product_no)
  await changeQuantity(device, trollyId, {
    product_no,
    asked: { quantity, by: quantity, entry: 'step' },
    present: row !== undefined && !row.line.removed,
    pricePence,
    now: new Date(),
  })
  void searchRecorderOf(device).added({ customerId, product_no, quantity })
  return { words: `${quantity} × ${name} added`, added: true, product_no }
}

const unknownWords = (code: string | null): string =>
  code === null ? 'Enter a code and a quantity' : `No product with code ${code}`
