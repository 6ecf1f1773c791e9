import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { readTemplateParts, templateLane } from '#src/store/templates.ts'
import { sendTemplateAgain } from '#src/sync/templates/send-again.ts'
import type { Hand } from '#tests/support/sim/hand.ts'

/** Sends a template on hold again, or discards it. */
export const resolveHeldTemplate = async (
  hand: Hand,
  { id, api, sendsAgain }: { id: string; api: ApiClient; sendsAgain: boolean },
): Promise<void> => {
  const { database, queue } = hand.tab
  const before = await readTemplateParts(database, id)
  if (!before.queue.some(({ state }) => state === 'held')) return
  if (sendsAgain && !(await sendAgain(hand, { id, api }))) return
  hand.ledger.templates.gaveUp(hand.device.name, id)
  if (!sendsAgain) return queue.discard(templateLane(id))
  const { queue: again } = await readTemplateParts(database, id)
  // Based on what was read just now.
  for (const { opId, operation, expectedVersion } of again)
    if (operation.kind === 'details' && expectedVersion !== null)
      hand.ledger.templates.seen.set(opId, { device: hand.device.name, version: expectedVersion })
}

/** @returns false if the session had ended: the device is signed out, and everything stays on hold */
const sendAgain = async (
  { device, tab: { database, queue } }: Hand,
  { id, api }: { id: string; api: ApiClient },
): Promise<boolean> => {
  try {
    await sendTemplateAgain({ database, queue, api }, id)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    await device.leave(database)
    return false
  }
}
