import type { UserDatabase } from '#src/store/user-database.ts'

/*
 * Orders withdrawn by a change before they were sent. Noted in the same transaction, so that a person who closes the
 * app hears of it on return.
 */

export type TakenBack = { trollyId: string; at: number }

const NAME = 'takenBack'

export const noteTakenBack = (database: UserDatabase, trollyId: string, at: number): PromiseLike<unknown> =>
  change(database, (before) => [...without(before, trollyId).slice(1 - KEPT), { trollyId, at }])

export const forgetTakenBack = (database: UserDatabase, trollyId: string): PromiseLike<unknown> =>
  change(database, (before) => without(before, trollyId))

/** Oldest first. May include closed trollies. */
export const readTakenBack = async (database: UserDatabase): Promise<TakenBack[]> =>
  ((await database.sync.get(NAME))?.value as TakenBack[] | undefined) ?? []

/** One Dexie chain, not `async`: two levels deep, a transaction commits early while native promises are awaited. */
const change = (database: UserDatabase, next: (before: TakenBack[]) => TakenBack[]): PromiseLike<unknown> =>
  database.sync.get(NAME).then((row) => {
    const before = (row?.value ?? []) as TakenBack[]
    const after = next(before)
    if (after.length === 0 && before.length === 0) return undefined
    return database.sync.put({ name: NAME, value: after })
  })

const without = (noted: TakenBack[], trollyId: string): TakenBack[] =>
  noted.filter((each) => each.trollyId !== trollyId)

/** More than anyone has open. */
const KEPT = 50
