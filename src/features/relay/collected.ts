import { type Collected, collect, readPart } from '#domain/relay/codes.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/*
 * A phone's camera opens each code in a tab of its own, so the parts are collected in the database, which they share.
 */

const NAME = 'relayParts'

/** As they were scanned. */
export const RELAY_PARTS = {
  key: ['relay parts'],
  read: async ({ settings }: UserDatabase): Promise<string[]> =>
    ((await settings.get(NAME))?.value as string[] | undefined) ?? [],
}

/** @throws RelayUnreadable, keeping what was there */
export const keepPart = (database: UserDatabase, text: string): Promise<void> => {
  const part = readPart(text)
  return database.transaction('rw', database.settings, async () => {
    const before = await RELAY_PARTS.read(database)
    const known = collectedOf(before)
    if (known.some(({ id, at }) => id === part.id && at === part.at)) return
    const isSame = known.some(({ id, of }) => id === part.id && of === part.of)
    await database.settings.put({ name: NAME, value: [...(isSame ? before : []), text] })
  })
}

export const forgetParts = async ({ settings }: UserDatabase): Promise<void> => {
  await settings.delete(NAME)
}

export const collectedOf = (texts: readonly string[]): Collected =>
  texts.reduce((parts: Collected, text) => collect(parts, readPart(text)), [])
