import type { AddedAllergens, DeclaredAllergens, TermsChange } from '#domain/line-terms.ts'
import type { Product } from '#domain/product.ts'
import {
  allergenDifference,
  isConfirmed,
  type OriginalProduct,
  takeSubstitute,
} from '#domain/substitution.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { findProducts } from '#src/store/products/pricing.ts'
import { findTrollyRow, type TrollyRow } from '#src/store/trollies/open-trolly.ts'
import { putProducts } from '#src/store/trollies/trollies.ts'

/** Every way in which a substitute gets into a trolly on this device. Each checks the confirmation against what is stored now. */

type Place = { trollyId: string; priceListId: string }

type Chosen = Place & {
  /** The product that is short, as the person saw it. */
  original: OriginalProduct
  substitute: Product
  confirmed: AddedAllergens
}

export const setTerms = (
  { outbox }: Pick<UserDevice, 'outbox'>,
  { trollyId, product_no, ...change }: { trollyId: string; product_no: string } & TermsChange,
): Promise<void> => outbox.append(trollyId, { kind: 'terms', product_no, ...change })

/** Agrees that the substitute comes if the line is short. @throws OperationRefused `allergens_not_confirmed` */
export const agreeOn = async (device: UserDevice, chosen: Chosen): Promise<void> => {
  const { trollyId, original, confirmed } = chosen
  const substitute = await requireConfirmed(device, chosen)
  await setTerms(device, {
    trollyId,
    product_no: original.product_no,
    substitution: takeSubstitute(substitute, confirmed),
  })
}

/**
 * Puts the substitute in the line's place, with its note. The quantity joins what is there of the substitute already.
 * @throws OperationRefused `allergens_not_confirmed`
 */
export const swapLine = async (device: UserDevice, chosen: Chosen): Promise<void> => {
  const { trollyId, original } = chosen
  const substitute = await requireConfirmed(device, chosen)
  const [line, present] = await Promise.all([
    findTrollyRow(device.database, trollyId, original.product_no),
    findTrollyRow(device.database, trollyId, substitute.product_no),
  ])
  const { quantity = 1, note, removed = true } = line?.line ?? {}
  const isThere = isPresent(present)
  await device.outbox.appendAll(trollyId, [
    ...(removed ? [] : [{ kind: 'remove' as const, product_no: original.product_no }]),
    {
      kind: 'add',
      product_no: substitute.product_no,
      quantity: removed ? 1 : quantity,
      toPresent: isThere,
      seenPricePence: substitute.pricePence,
      addedAt: new Date().toISOString(),
    },
    ...(note === undefined || removed || isThere
      ? []
      : [{ kind: 'terms' as const, product_no: substitute.product_no, note }]),
  ])
}

const isPresent = (row: TrollyRow | undefined): boolean => row !== undefined && !row.line.removed

/** @returns the substitute as it is stored now */
const requireConfirmed = async (
  { database }: Pick<UserDevice, 'database'>,
  { priceListId, original, substitute, confirmed }: Chosen,
): Promise<Product> => {
  const stored = await findProducts(database, priceListId, [original.product_no, substitute.product_no])
  const now = stored.get(substitute.product_no)
  const before: DeclaredAllergens = stored.get(original.product_no) ?? original
  if (!isConfirmed(allergenDifference(before, now ?? substitute), confirmed))
    throw new OperationRefused('allergens_not_confirmed')
  // Found by the server's search, for a device whose list is still downloading.
  if (!now)
    await database.transaction('rw', [database.products, database.prices, database.searchIndex], () =>
      putProducts(database, priceListId, [substitute]),
    )
  return now ?? substitute
}
