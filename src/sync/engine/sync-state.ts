import { PAUSE_MAX_MS } from '#src/api/pause.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** Stored beside the outbox, so that one transaction covers both. */
export type SyncValues = {
  generation: number
  beat: number
  /** Epoch milliseconds. */
  pausedUntil: number
  epoch: string
  /** The status line uses this, not `navigator.onLine`. */
  lastContact: { reached: boolean; at: number }
}

export const readSync = async <Name extends keyof SyncValues>(
  database: UserDatabase,
  name: Name,
): Promise<SyncValues[Name] | undefined> =>
  (await database.sync.get(name))?.value as SyncValues[Name] | undefined

export const writeSync = async <Name extends keyof SyncValues>(
  database: UserDatabase,
  name: Name,
  value: SyncValues[Name],
): Promise<void> => {
  await database.sync.put({ name, value })
}

/** A pause longer than any the server sets means a clock set back. */
export const isPaused = async (database: UserDatabase, now: number): Promise<boolean> => {
  const pausedUntil = (await readSync(database, 'pausedUntil')) ?? 0
  return pausedUntil > now && pausedUntil - now <= PAUSE_MAX_MS
}

/** Another drain took the lock: change nothing more. */
export class Overtaken extends Error {
  constructor() {
    super('Another drain has taken over')
    this.name = 'Overtaken'
  }
}

/** An earlier holder's operations in progress become unanswered. */
export const beginGeneration = (database: UserDatabase, now: number): Promise<number> =>
  database.transaction('rw', [database.outbox, database.sync], async () => {
    const generation = ((await readSync(database, 'generation')) ?? 0) + 1
    await writeSync(database, 'generation', generation)
    await writeSync(database, 'beat', now)
    await database.outbox.filter(({ state }) => state === 'sending').modify({ state: 'pending' })
    return generation
  })

export const requireGeneration = async (
  database: UserDatabase,
  generation: number,
  now: number,
): Promise<void> => {
  if ((await readSync(database, 'generation')) !== generation) throw new Overtaken()
  await writeSync(database, 'beat', now)
}
