import { isUnderstood } from '#domain/outbox/lane.ts'
import { laneOf } from '#domain/outbox/record.ts'
import { type Relay, requestsCheck } from '#domain/relay/relay.ts'
import { OPERATION_KINDS } from '#domain/trollies/kinds.ts'
import { TROLLY, type TrollyRecord } from '#domain/trollies/operation.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { buildRequest } from '#src/sync/engine/requests.ts'
import { readSync } from '#src/sync/engine/sync-state.ts'
import { readLane } from '#src/sync/engine/take.ts'
import { trollyNoun } from '#src/sync/trollies/noun.ts'

/**
 * What another phone needs to send a trolly's waiting changes in place of this one. From now on they may have been sent, so they
 * are kept as they are: later changes follow them, and an order can no longer be withdrawn.
 * @param from the name of the person
 * @throws OperationRefused `decision_needed`, `trolly_held`, `trolly_closed` for one that is being deleted
 * @returns undefined where nothing waits
 */
export const handOver = (
  database: UserDatabase,
  { trollyId, from, now }: { trollyId: string; from: string; now: number },
): Promise<Relay | undefined> =>
  database.transaction('rw', [database.outbox, database.sync, database.trollies], async () => {
    const lane = await readLane(database, laneOf(TROLLY, trollyId))
    if (lane.length === 0) return undefined
    if (lane.some(({ state }) => state === 'attention')) throw new OperationRefused('decision_needed')
    if (lane.some((record) => record.state === 'held' || !isUnderstood(OPERATION_KINDS, record)))
      throw new OperationRefused('trolly_held')
    const records = lane as TrollyRecord[]
    if (records.some(({ operation }) => operation.kind === 'delete'))
      throw new OperationRefused('trolly_closed')
    const head = await database.trollies.get(trollyId)
    const customerId = head?.customerId ?? createdFor(records)
    if (customerId === undefined) throw new OperationRefused('trolly_unknown')
    const shown = records.map((record) => ({
      ...record,
      request: record.request ?? buildRequest(trollyNoun, record),
      ...(record.attempts === 0 && { attempts: 1, handedOver: true as const }),
    }))
    await database.outbox.bulkPut(shown)
    return {
      trollyId,
      customerId,
      from,
      madeAt: Math.floor(now / 1000) * 1000,
      epoch: await readSync(database, 'epoch'),
      check: requestsCheck(shown.map(({ request }) => request)),
      operations: shown.map(({ opId, operation, expectedVersion }) => ({ opId, operation, expectedVersion })),
    }
  })

const createdFor = (records: readonly TrollyRecord[]): string | undefined =>
  records.flatMap(({ operation }) => (operation.kind === 'create' ? [operation.customerId] : []))[0]
