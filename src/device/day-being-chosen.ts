import type { UserDatabase } from '#src/store/user-database.ts'

/**
 * The delivery day that was just tapped, while it is on its way into the database: shown at once, and what a trolly that is
 * begun meanwhile gets. Nothing says that it is saved.
 */
type BeingChosen = { day: string }

const chosen = new WeakMap<UserDatabase, BeingChosen>()
const listeners = new Set<() => void>()

export const dayBeingChosen = (database: UserDatabase): string | undefined => chosen.get(database)?.day

export const subscribeToDay = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @throws what `write` throws; the day before is shown again then */
export const whileChoosing = async <Result>(
  database: UserDatabase,
  day: string,
  write: () => Promise<Result>,
): Promise<Result> => {
  const current: BeingChosen = { day }
  const forget = (): void => {
    if (chosen.get(database) === current) become(database, undefined)
  }
  become(database, current)
  try {
    const result = await write()
    setTimeout(forget, READ_WITHIN_MS)
    return result
  } catch (error) {
    forget()
    throw error
  }
}

/** The day has been read from the database, and is shown from there. */
export const noteStoredDay = (database: UserDatabase, day: string | null | undefined): void => {
  if (dayBeingChosen(database) === day) become(database, undefined)
}

/** How long after the writing the live queries may take; what they give counts then, whatever it is. */
const READ_WITHIN_MS = 1000

const become = (database: UserDatabase, next: BeingChosen | undefined): void => {
  if (chosen.get(database) === next) return
  if (next) chosen.set(database, next)
  else chosen.delete(database)
  for (const listener of listeners) listener()
}
