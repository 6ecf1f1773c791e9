import { inArray } from 'drizzle-orm'
import type { ErrorReply } from '#contract/errors.ts'
import type { BasketChanged } from '#contract/trollies.ts'
import type { StoredRequest } from '#domain/outbox/record.ts'
import type { Database } from '#server/db/database.ts'
import { idempotencyRecords } from '#server/db/schema/idempotency.ts'
import type { SimDevice } from './sim-device.ts'

/** The server's own record of what it did, by key, with the request's bytes. Records are read in no particular order. */
export type Entry = {
  key: string
  device: string
  request: StoredRequest
  status: number
  reply: BasketChanged | ErrorReply
}

/** One change of a line, in the server's own order. */
export type LineChange = { key: string; device: string; before: number; after: number; quantity: number }

export const readJournal = async (database: Database, devices: readonly SimDevice[]): Promise<Entry[]> => {
  const userIds = [...new Set(devices.map(({ userId }) => userId))]
  const records = await database
    .select()
    .from(idempotencyRecords)
    .where(inArray(idempotencyRecords.userId, userIds))
  return records.map(({ key, status, reply }) => {
    const device = devices.find(({ sentBytes, handedOver }) => sentBytes.has(key) || handedOver.has(key))
    const [bytes = device?.handedOver.get(key)] = device?.sentBytes.get(key) ?? []
    if (!device || !bytes) throw new Error(`The server has a key that no device sent: ${key}`)
    return {
      key,
      device: device.name,
      request: JSON.parse(bytes) as StoredRequest,
      status,
      reply: JSON.parse(reply) as Entry['reply'],
    }
  })
}

/** The changes of every line, by `trolly product`, in the order of their versions. */
export const lineChanges = (journal: readonly Entry[]): Map<string, LineChange[]> => {
  const changes = new Map<string, LineChange[]>()
  for (const { key, device, status, reply } of journal) {
    const line = status === 200 ? (reply as BasketChanged).line : null
    if (!line || line.versionBefore === line.version) continue
    const name = `${(reply as BasketChanged).basket.id} ${line.product_no}`
    const change = {
      key,
      device,
      before: line.versionBefore,
      after: line.version,
      quantity: line.removed ? 0 : line.quantity,
    }
    changes.set(name, [...(changes.get(name) ?? []), change])
  }
  for (const list of changes.values()) list.sort((a, b) => a.after - b.after)
  return changes
}

export const appliedKeys = (journal: readonly Entry[]): Set<string> =>
  new Set(journal.flatMap(({ key, status }) => (status === 200 ? [key] : [])))
