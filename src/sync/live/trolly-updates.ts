import { isUnanswered } from '#domain/outbox/operation.ts'
import { laneOf } from '#domain/outbox/record.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Clock } from '#src/sync/engine/ports.ts'
import { readLane } from '#src/sync/engine/take.ts'

/**
 * Brings trollies to the versions that the server has told. A device hears of its own changes too: their replies bring all of them, so
 * it waits for those before it reads, and then mostly need not.
 */
export type TrollyUpdates = { note: (trollyId: string, version: number) => void }

/** A read that meets an unanswered change is not stored (reads.ts). */
export const ANSWERED_WITHIN_MS = 1_000
/** An operation is unanswered for 15 s at most; one that is offline ends the stream as well. */
const TIMES_MOST = 20

export const trollyUpdates = ({
  database,
  clock,
  read,
  onTrouble,
}: {
  database: UserDatabase
  clock: Clock
  read: (trollyId: string) => Promise<unknown>
  onTrouble: (error: unknown) => void
}): TrollyUpdates => {
  const wanted = new Map<string, number>()
  const under = new Set<string>()

  const isHere = async (trollyId: string): Promise<boolean> => {
    const { linesVersion = 0 } = (await database.trollies.get(trollyId)) ?? {}
    return linesVersion >= (wanted.get(trollyId) ?? 0)
  }
  const isAnswered = async (trollyId: string): Promise<boolean> =>
    !(await readLane(database, laneOf(TROLLY, trollyId))).some(isUnanswered)

  const bring = async (trollyId: string): Promise<void> => {
    for (let times = 0; times < TIMES_MOST && !(await isHere(trollyId)); times += 1) {
      const version = wanted.get(trollyId)
      if (await isAnswered(trollyId)) {
        await read(trollyId)
        if (await isHere(trollyId)) continue
        // One that has been ordered or deleted is not kept.
        const isGone = (await database.trollies.get(trollyId)) === undefined
        if (isGone && wanted.get(trollyId) === version) return
      }
      await new Promise<void>((resolve) => clock.after(ANSWERED_WITHIN_MS, resolve))
    }
  }

  return {
    note: (trollyId, version) => {
      wanted.set(trollyId, Math.max(version, wanted.get(trollyId) ?? 0))
      if (under.has(trollyId)) return
      under.add(trollyId)
      bring(trollyId)
        .catch(onTrouble)
        .finally(() => under.delete(trollyId))
    },
  }
}
