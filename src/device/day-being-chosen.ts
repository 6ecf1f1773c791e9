import type { UserDatabase } from '#src/store/user-database.ts'
import { nextPaint } from '#src/ui/next-paint.ts'

/**
 * The day just tapped, shown while it is being stored, and used by trollies created meanwhile. Listeners are told after
 * the next frame: it paints the tapped control, and drawing the page takes a slow phone several.
 */
type BeingChosen = { day: string }

const chosen = new WeakMap<UserDatabase, BeingChosen>()
const listeners = new Set<() => void>()

export const dayBeingChosen = (database: UserDatabase): string | undefined => chosen.get(database)?.day

export const subscribeToDay = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @throws `write`'s error, after restoring the previous day */
export const whileChoosing = async <Result>(
  database: UserDatabase,
  day: string,
  write: () => Promise<Result>,
): Promise<Result> => {
  const current: BeingChosen = { day }
  const forget = (): void => {
    if (chosen.get(database) === current) void setChosen(database, undefined)
  }
  const told = setChosen(database, current)
  try {
    const result = await write()
    // Else a quick write would end before the page shows the day.
    await told
    setTimeout(forget, READ_WITHIN_MS)
    return result
  } catch (error) {
    forget()
    throw error
  }
}

export const noteStoredDay = (database: UserDatabase, day: string | null | undefined): void => {
  if (dayBeingChosen(database) === day) void setChosen(database, undefined)
}

/** How long live queries may lag behind the write; then their value counts. */
const READ_WITHIN_MS = 1000

/** Resolves once the listeners were told. */
const setChosen = async (database: UserDatabase, next: BeingChosen | undefined): Promise<void> => {
  if (chosen.get(database) === next) return
  if (next) chosen.set(database, next)
  else chosen.delete(database)
  await nextPaint()
  for (const listener of listeners) listener()
}
