import { planAppend, takesBackOrder } from '#domain/trollies/append.ts'
import { OPERATION_KINDS } from '#domain/trollies/kinds.ts'
import { isLineOperation, type LineOperation, type TrollyRecord } from '#domain/trollies/operation.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { type TrollyView, viewTrolly } from '#domain/trollies/view.ts'
import { readTrollyParts, type StoredParts } from '#src/store/trollies/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { type Changing, inPlace } from '#src/sync/engine/queue.ts'
import { beginDraft } from './drafts.ts'
import { noteTakenBack } from './taken-back.ts'

/**
 * Operations on different lines, decided upon the stored trolly. Each is planned over its own line alone, so that five
 * hundred are a few requests to the storage, not thousands; `decide` must respect the bounds of the trolly as a whole.
 * Within the caller's transaction.
 */
export const appendLines = async (
  {
    database,
    trollyId,
    now,
    append,
    record,
  }: { database: UserDatabase; trollyId: string; now: number } & Changing,
  decide: (view: TrollyView) => readonly LineOperation[],
): Promise<void> => {
  const { outbox } = database
  const parts = await readTrollyParts(database, trollyId)
  const view = viewTrolly(parts)
  if (!view) throw new OperationRefused('trolly_unknown')
  const operations = decide(view)
  const [first] = operations
  if (!first) return
  await beginDraft(database, trollyId, append)
  const takesBack = takesBackOrder({ queue: parts.queue, operation: first })
  const partsOf = byLine(parts)
  const plans = operations.map((operation) => {
    const own = partsOf(operation.product_no)
    return { own, ...planAppend({ ...own, operation }) }
  })
  // Deletes by primary key: a search for five hundred keys of an index steps from one to the next.
  const takenBack = new Set(plans.flatMap((plan) => plan.takenBack))
  await outbox.bulkDelete(parts.queue.flatMap(({ opId, seq }) => (takenBack.has(opId) ? [seq] : [])))
  await outbox.bulkPut(
    plans.flatMap(({ own, write }) => {
      const into = write && own.queue.find(({ opId }) => opId === write.into)
      return into ? [{ ...into, operation: write.operation, expectedVersion: write.expectedVersion }] : []
    }),
  )
  await outbox.bulkPut(
    plans.flatMap(({ own, write, takenBack: taken }) => {
      const replaced = own.queue.filter(({ opId }) => taken.includes(opId))
      return write && write.into === null ? [inPlace(OPERATION_KINDS, record(write), replaced)] : []
    }),
  )
  if (takesBack) await noteTakenBack(database, trollyId, now)
}

/** A line's row and queue, with the queue of the trolly itself. */
const byLine = ({ head, lines, queue }: StoredParts) => {
  const rows = new Map(lines.map((line) => [line.product_no, [line]]))
  const ofTrolly = queue.filter(({ operation }) => !isLineOperation(operation))
  const ofLines = new Map<string, TrollyRecord[]>()
  for (const queued of queue) {
    const { operation } = queued
    if (!isLineOperation(operation)) continue
    const known = ofLines.get(operation.product_no)
    if (known) known.push(queued)
    else ofLines.set(operation.product_no, [queued])
  }
  return (product_no: string): StoredParts => ({
    head,
    lines: rows.get(product_no) ?? [],
    queue: [...ofTrolly, ...(ofLines.get(product_no) ?? [])],
  })
}
