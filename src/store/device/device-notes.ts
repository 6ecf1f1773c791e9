import { liveQuery } from 'dexie'
import type { BrowserSettings } from './browser-settings.ts'
import { openDeviceDatabase } from './device-database.ts'

/** What a signed-out page reads from this device. Import it lazily, as it loads the database. */

const BANNER = 'displayPWABannerToUsersOnMobile' satisfies keyof BrowserSettings

/** Counts all unsent operations, now and after each change. @returns stops it */
export const watchKeptWork = (tell: (operations: number) => void): (() => void) => {
  const database = openDeviceDatabase()
  const watch = liveQuery(() => database.unsentWork.toArray()).subscribe({
    next: (work) => tell(work.reduce((sum, { operations }) => sum + operations, 0)),
    // Unknown, so nothing is shown.
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
