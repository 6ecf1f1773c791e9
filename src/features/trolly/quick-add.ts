import { parseQuickLines } from '#domain/quick-add.ts'
import { changeQuantity } from '#src/device/change-quantity.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { findByCode } from '#src/store/pricing.ts'
import { findTrolly } from '#src/store/trollies.ts'

/** What became of one pasted line; `at` is its place among them, from 0. */
export type QuickOutcome = { at: number; text: string; words: string; added: boolean }

/** Adds each line of text that names a product this device knows, and says of each what became of it. */
export const addLines = async (
  device: UserDevice,
  trollyId: string,
  text: string,
): Promise<QuickOutcome[]> => {
  const outcomes: QuickOutcome[] = []
  for (const { text: shown, line } of parseQuickLines(text)) {
    const outcome = line
      ? await addOne(device, trollyId, line)
      : { words: 'Not a code and a quantity', added: false }
    outcomes.push({ at: outcomes.length, text: shown, ...outcome })
  }
  return outcomes
}

const addOne = async (
  device: UserDevice,
  trollyId: string,
  { code, quantity }: { code: string; quantity: number },
): Promise<Pick<QuickOutcome, 'words' | 'added'>> => {
  const trolly = await findTrolly(device.database, trollyId)
  const product = trolly && (await findByCode(device.database, trolly.priceListId, code))
  if (!product) return { words: `No product ${code} in this device’s list`, added: false }
  const present = trolly.lines.some((line) => line.product_no === product.product_no && !line.removed)
  await changeQuantity(device, trollyId, {
    product_no: product.product_no,
    asked: { quantity, by: quantity, entry: 'step' },
    present,
    pricePence: product.pricePence,
    now: new Date(),
  })
  return { words: `${quantity} × ${product.name} added`, added: true }
}
