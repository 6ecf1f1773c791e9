import { type AddOutcome, decideAll, undoAll, type Wanted } from '#domain/add-all.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { messageOfError } from '#src/api/messages.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { inTrolly } from '#src/features/trolly/change-quantity.ts'
import { findAssortmentDownload } from '#src/store/products/assortment.ts'
import { findPricedProducts } from '#src/store/products/pricing.ts'

export type TrollyToFill = { id: string; priceListId: string }

export type AddedAll =
  | { outcomes: AddOutcome[]; failure?: undefined }
  | { outcomes?: undefined; failure: string }

/** All in one transaction, with or without a connection. Never rejects: a failure added nothing. */
export const addWanted = async (
  device: UserDevice,
  trolly: TrollyToFill,
  wanted: readonly Wanted[],
): Promise<AddedAll> => {
  const { database } = device
  try {
    const [download, priced] = await Promise.all([
      findAssortmentDownload(database),
      findPricedProducts(
        database,
        trolly.priceListId,
        wanted.map(({ product_no }) => product_no),
      ),
    ])
    const isListWhole = download !== undefined && download.after === undefined
    let outcomes: AddOutcome[] = []
    await inTrolly(device, trolly.id, () =>
      device.outbox.appendLines(trolly.id, (view) => {
        const decided = decideAll({ view, wanted, ...priced, isListWhole, now: new Date() })
        outcomes = decided.outcomes
        return decided.operations
      }),
    )
    return { outcomes }
  } catch (error) {
    return { failure: error instanceof OperationRefused ? messageOfError(error) : NOT_STORED }
  }
}

/** @throws OperationRefused or the storage's error, changing nothing */
export const undoWanted = (
  { outbox }: UserDevice,
  trollyId: string,
  outcomes: readonly AddOutcome[],
): Promise<void> => outbox.appendLines(trollyId, (view) => undoAll(view, outcomes, new Date()))

const NOT_STORED = 'This device’s storage can’t be used at the moment.'
