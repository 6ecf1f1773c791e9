import { laneOf } from '#domain/outbox/record.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import { changeChoice, findChoice, type OrderingFor } from '#src/store/choice.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { findDraftOf, keepDraft } from './drafts.ts'

/**
 * The trolly that a count begins has the count's id. Devices that finish the same count, even offline, then begin the same trolly,
 * and its lines meet in it.
 * @returns the id of the trolly to fill: another draft's, if this device has begun the count's trolly before
 */
export const keepDraftOfCount = async (
  database: UserDatabase,
  { customer, deliveryDay }: OrderingFor,
  countId: string,
): Promise<string> => {
  const draftId = await keepDraft(database, { customer, deliveryDay })
  const { trollies, outbox, settings } = database
  return await database.transaction('rw', [trollies, outbox, settings], async () => {
    const draft = await findDraftOf(database, customer.id)
    if (!draft || draft.id === countId) return draftId
    const known = await trollies.get(countId)
    const begun = await outbox.where('lane').equals(laneOf(TROLLY, countId)).count()
    if (known || begun > 0) return draftId
    await trollies.delete(draft.id)
    await trollies.put({ ...draft, id: countId })
    const choice = await findChoice(database)
    if (choice?.trollyId === draft.id) await changeChoice(database, { trollyId: countId })
    return countId
  })
}
