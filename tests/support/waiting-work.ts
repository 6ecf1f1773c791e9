import type { UserDatabase } from '#src/store/user-database.ts'
import { createQueue, type Queue, type QueuePorts } from '#src/sync/engine/queue.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import { createOutbox } from '#src/sync/trollies/outbox.ts'

/** A device's queue, and what a person does with trollies in it. */
export const waitingWork = (
  database: UserDatabase,
  {
    now = Date.now,
    onChange = () => {},
    guarded = (queue) => queue,
  }: { now?: () => number; onChange?: QueuePorts['onChange']; guarded?: (queue: Queue) => Queue } = {},
) => {
  const queue = guarded(createQueue({ database, nouns: NOUNS, now, onChange }))
  return { queue, outbox: createOutbox({ database, queue, now }) }
}
