import type { UserDatabase } from '#src/store/user-database.ts'
import { readSync, type TakenBack } from './sync-state.ts'

/*
 * Which trollies' orders were to be placed when the signal is back and no longer are, since the trolly was changed or
 * something in it was decided. Noted in the transaction that took the order back, so that whoever closed the app over it
 * is told when they return; forgotten when the order is asked for again.
 */

export const noteTakenBack = (database: UserDatabase, trollyId: string, at: number): PromiseLike<unknown> =>
  change(database, (before) => [...without(before, trollyId).slice(1 - KEPT), { trollyId, at }])

export const forgetTakenBack = (database: UserDatabase, trollyId: string): PromiseLike<unknown> =>
  change(database, (before) => without(before, trollyId))

/** The last of them last. Some may be of trollies that are closed by now. */
export const readTakenBack = async (database: UserDatabase): Promise<TakenBack[]> =>
  (await readSync(database, 'takenBack')) ?? []

/**
 * In one step of Dexie's, not in `async` functions of ours: they are called two deep within a transaction already, and one
 * that waits through too many of those is committed before they are done.
 */
const change = (database: UserDatabase, next: (before: TakenBack[]) => TakenBack[]): PromiseLike<unknown> =>
  database.sync.get('takenBack').then((row) => {
    const before = (row?.value ?? []) as TakenBack[]
    const after = next(before)
    if (after.length === 0 && before.length === 0) return undefined
    return database.sync.put({ name: 'takenBack', value: after })
  })

const without = (noted: TakenBack[], trollyId: string): TakenBack[] =>
  noted.filter((each) => each.trollyId !== trollyId)

/** Trollies come and go; nobody has so many open. */
const KEPT = 50
