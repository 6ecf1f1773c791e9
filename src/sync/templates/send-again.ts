import type { ApiClient } from '#src/api/client.ts'
import { readTemplateParts, templateLane } from '#src/store/templates.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Queue } from '#src/sync/engine/queue.ts'
import { refreshTemplate } from './reads.ts'

/**
 * Sends the changes of a held template again, with new keys, upon the server's current state. A template deleted
 * meanwhile is restored first.
 * @returns false if there is no such template any more; nothing has changed then
 * @throws ApiError where the server cannot be asked
 */
export const sendTemplateAgain = async (
  { database, queue, api }: { database: UserDatabase; queue: Queue; api: ApiClient },
  id: string,
): Promise<boolean> => {
  await refreshTemplate({ database, api }, id)
  return await queue.changing(templateLane(id), async ({ append }) => {
    const { head, queue: waiting } = await readTemplateParts(database, id)
    const isMade = waiting.some(({ operation }) => operation.kind === 'create')
    if (!head && !isMade) return false
    await database.outbox.where('lane').equals(templateLane(id)).delete()
    if (head?.deleted) await append({ kind: 'restore' })
    for (const { operation } of waiting) {
      if (head && operation.kind === 'create') continue
      await append(operation)
    }
    return true
  })
}
