import { v7 as uuidv7 } from 'uuid'
import type { Operation } from '#domain/trollies/operation.ts'
import { deliveryChoiceOf, type TrollyHead } from '#domain/trolly.ts'
import type { Choice } from '#src/store/choice.ts'
import { forgetTrolly } from '#src/store/trollies/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Changing } from '#src/sync/engine/queue.ts'

/*
 * A draft is a trolly that only this device has: a stored row of version 0, without lines or waiting changes. Its id is final, so its pages
 * have addresses before anything is in it. Its first line sends it; until then, nothing does.
 */

export const findDraft = async (
  { trollies }: UserDatabase,
  trollyId: string,
): Promise<TrollyHead | undefined> => {
  const trolly = await trollies.get(trollyId)
  return trolly?.version === 0 ? trolly : undefined
}

/** Not `async`: see `change` in taken-back.ts. */
export const findDraftOf = (
  { trollies }: UserDatabase,
  customerId: string,
): PromiseLike<TrollyHead | undefined> =>
  trollies
    .where('customerId')
    .equals(customerId)
    .filter(({ version }) => version === 0)
    .first()

/** Makes sure that the customer has one draft, for the chosen day. @returns its id */
export const keepDraft = (
  database: UserDatabase,
  { customer, deliveryDay }: Pick<Choice, 'customer' | 'deliveryDay'>,
): Promise<string> => {
  const { trollies } = database
  return database.transaction('rw', trollies, async () => {
    const draft = await findDraftOf(database, customer.id)
    const { priceListId } = customer
    if (draft?.deliveryDay === deliveryDay && draft.priceListId === priceListId) return draft.id
    const now = new Date().toISOString()
    return trollies.put(
      draft
        ? { ...draft, priceListId, deliveryDay, updatedAt: now }
        : {
            id: uuidv7(),
            customerId: customer.id,
            priceListId,
            deliveryDay,
            poNumber: '',
            instructions: '',
            version: 0,
            detailsVersion: 0,
            state: 'open',
            createdAt: now,
            updatedAt: now,
          },
    )
  })
}

/** Details and deletion change the row; anything else begins the trolly first. Within the queue's transaction. */
export const changeDraft = async (
  database: UserDatabase,
  trollyId: string,
  { operation, append }: { operation: Operation; append: Changing['append'] },
): Promise<void> => {
  const draft = await findDraft(database, trollyId)
  if (draft && operation.kind === 'delete') return await forgetTrolly(database, trollyId)
  if (draft && operation.kind === 'details') {
    await database.trollies.put({ ...draft, ...operation.changes, updatedAt: new Date().toISOString() })
    return
  }
  await beginDraft(database, trollyId, append)
  await append(operation)
}

/** Puts the draft's creation into the queue in place of its row. Does nothing to other trollies. */
export const beginDraft = async (
  database: UserDatabase,
  trollyId: string,
  append: Changing['append'],
): Promise<void> => {
  const draft = await findDraft(database, trollyId)
  if (!draft) return
  await database.trollies.delete(trollyId)
  await append(creationOf(draft))
}

const creationOf = (draft: TrollyHead): Operation => {
  const { id: trollyId, customerId, priceListId, deliveryDay, poNumber, instructions } = draft
  const isChosen = draft.method !== undefined || draft.deliveryAddressId !== undefined
  return {
    kind: 'create',
    trollyId,
    customerId,
    priceListId,
    createdAt: new Date().toISOString(),
    // Without a choice of the person's, the server delivers to the account's default address.
    details: { deliveryDay, poNumber, instructions, ...(isChosen && deliveryChoiceOf(draft)) },
  }
}
