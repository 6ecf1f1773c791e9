import { liveQuery } from 'dexie'
import type { BrowserSettings } from './browser-settings.ts'
import { openDeviceDatabase } from './device-database.ts'

/**
 * The little that a visitor's page asks of this device while nobody is signed in. It loads the database, so it is imported
 * only when it is asked for; nothing stays open afterwards.
 */

const BANNER = 'displayPWABannerToUsersOnMobile' satisfies keyof BrowserSettings

/** How many unsent operations are kept for anyone, now and after each change. @returns ends it */
export const watchKeptWork = (tell: (operations: number) => void): (() => void) => {
  const database = openDeviceDatabase()
  const watch = liveQuery(() => database.unsentWork.toArray()).subscribe({
    next: (work) => tell(work.reduce((sum, { operations }) => sum + operations, 0)),
    // Nothing is known of it then, and nothing is said.
    error: () => {},
  })
  return () => {
    watch.unsubscribe()
    database.close()
  }
}

export const isInstallBannerWanted = (): Promise<boolean> =>
  ask(async ({ settings }) => (await settings.get(BANNER))?.value !== false)

export const dismissInstallBanner = (): Promise<unknown> =>
  ask(({ settings }) => settings.put({ name: BANNER, value: false }))

const ask = async <Answer>(
  question: (database: ReturnType<typeof openDeviceDatabase>) => Promise<Answer>,
): Promise<Answer> => {
  const database = openDeviceDatabase()
  try {
    return await question(database)
  } finally {
    database.close()
  }
}
