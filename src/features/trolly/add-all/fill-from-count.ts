import { type AddOutcome, isAdded, type Wanted } from '#domain/add-all.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import type { OrderingFor } from '#src/store/choice.ts'
import { keepDraftOfCount } from '#src/sync/trollies/count-trolly.ts'
import { addWanted } from './add-wanted.ts'

export type CountToOrder = {
  countId: string
  /** Without one, the count begins a trolly. */
  openId: string | undefined
  orderingFor: OrderingFor
  /** How many of each the trolly is to hold, at least. */
  wanted: readonly Pick<Wanted, 'product_no' | 'name' | 'quantity'>[]
}

export type FilledFromCount =
  | { trollyId: string; added: AddOutcome[]; notAdded: AddOutcome[]; failure?: undefined }
  | { failure: string }

/** Fills the trolly up, so that finishing twice, on one device or on two, orders nothing twice. Never rejects. */
export const fillFromCount = async (
  device: UserDevice,
  { countId, openId, orderingFor, wanted }: CountToOrder,
): Promise<FilledFromCount> => {
  const id = openId ?? (await keepDraftOfCount(device.database, orderingFor, countId))
  const { priceListId } = orderingFor.customer
  const all = wanted.map((each) => ({ ...each, fillsUp: true, isTyped: true }))
  const { outcomes, failure } = await addWanted(device, { id, priceListId }, all)
  if (!outcomes) return { failure }
  return {
    trollyId: id,
    added: outcomes.filter(isAdded),
    notAdded: outcomes.filter((outcome) => !isAdded(outcome)),
  }
}
