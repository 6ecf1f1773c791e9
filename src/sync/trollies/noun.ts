import { BasketConflict } from '#contract/trollies.ts'
import { planAppend, type Seen, takesBackOrder } from '#domain/trollies/append.ts'
import { repeated } from '#domain/trollies/decide.ts'
import { OPERATION_KINDS } from '#domain/trollies/kinds.ts'
import { isAboutLine, type Operation, type Refusal } from '#domain/trollies/operation.ts'
import { type TrollyParts, viewTrolly } from '#domain/trollies/view.ts'
import { operationText } from '#domain/trollies/words.ts'
import { forgetTrolly, readLineParts, readTrollyParts } from '#src/store/trollies/trollies.ts'
import type { Appended, Noun, Plan } from '#src/sync/engine/noun.ts'
import { callOf } from './calls.ts'
import { settleTrolly } from './settle.ts'
import { forgetTakenBack, noteTakenBack } from './taken-back.ts'

export const trollyNoun: Noun<Operation, Refusal> = {
  rules: OPERATION_KINDS,
  words: { title: (name = 'Trolly') => name, text: operationText },
  tables: {
    changed: ['trollies', 'lines', 'placedOrders'],
    settled: ['trollies', 'lines', 'products', 'prices', 'searchIndex', 'placedOrders'],
    restored: ['trollies', 'lines'],
  },
  call: callOf,
  conflict: BasketConflict,
  codes: {
    gone: ['trolly_not_found', 'trolly_deleted', 'checked_out'],
    refused: ['trolly_exists', 'changed', 'order_closed'],
  },
  plan: planInTrolly,
  repeated,
  settle: settleTrolly,
  withdrawn: ({ database, id, now }) => Promise.resolve(noteTakenBack(database, id, now)),
  discarded: async ({ database, id }) => {
    const head = await database.trollies.get(id)
    if (head && head.state !== 'open') await forgetTrolly(database, id)
  },
}

async function planInTrolly({ database, id, now, operation, seen }: Appended<Operation>): Promise<Plan> {
  const ofLine = isAboutLine(operation) ? await readLineParts(database, id, operation.product_no) : undefined
  const parts = ofLine && standsAlone(ofLine, operation) ? ofLine : await readTrollyParts(database, id)
  const plan = planAppend({ ...parts, operation, seen: seen as Seen | undefined })
  if (takesBackOrder({ queue: parts.queue, operation })) await noteTakenBack(database, id, now)
  if (operation.kind === 'checkout') await forgetTakenBack(database, id)
  const { takenBack, write } = plan
  const into = write && parts.queue.find(({ opId }) => opId === write.into)
  return { takenBack, write: write && { ...write, into: into ?? undefined } }
}

/** An existing line is independent of the others; a new one depends on their number. */
const standsAlone = (parts: TrollyParts, operation: Operation): boolean =>
  isAboutLine(operation) &&
  viewTrolly(parts)?.lines.some((line) => line.product_no === operation.product_no && !line.removed) === true
