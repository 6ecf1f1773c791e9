import { type Collected, collect, readPart, relayOf } from '#domain/relay/codes.ts'
import { RelayUnreadable, UNREADABLE_TEXT } from '#domain/relay/unreadable.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { requireCarriable } from '#src/sync/trollies/relay/carry.ts'

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

const collectedOf = (texts: readonly string[]): Collected =>
  texts.reduce((parts: Collected, text) => collect(parts, readPart(text)), [])

/** What was collected so far; once it is whole, the relay, or why this build cannot send it. */
export const relayIn = (texts: readonly string[]) => {
  const parts = collectedOf(texts)
  try {
    const relay = relayOf(parts)
    if (relay) requireCarriable(relay)
    return { parts, relay, broken: undefined }
  } catch (error) {
    if (!(error instanceof RelayUnreadable)) throw error
    return { parts, relay: undefined, broken: UNREADABLE_TEXT[error.code] }
  }
}
