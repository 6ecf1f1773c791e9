import type { UserDatabase } from '#src/store/user-database.ts'

/* Stars that the server refused, noted with the refusal until some page has told the person. */

export type RefusedStar = { product_no: string; code: string }

const NAME = 'refusedStars'

/** Not `async`: see `change` in src/sync/trollies/taken-back.ts. */
export const noteRefusedStar = (database: UserDatabase, star: RefusedStar): PromiseLike<unknown> =>
  database.sync
    .get(NAME)
    .then((row) => database.sync.put({ name: NAME, value: [...((row?.value ?? []) as RefusedStar[]), star] }))

export const readRefusedStars = async (database: UserDatabase): Promise<RefusedStar[]> =>
  ((await database.sync.get(NAME))?.value as RefusedStar[] | undefined) ?? []

/** Each is taken once, whatever the number of tabs. */
export const takeRefusedStars = (database: UserDatabase): Promise<RefusedStar[]> =>
  database.transaction('rw', database.sync, async () => {
    const stars = await readRefusedStars(database)
    await database.sync.delete(NAME)
    return stars
  })
