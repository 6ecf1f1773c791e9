import { isAnythingKept } from '#src/store/device/browser-settings.ts'
import { CURRENT, readSessionRows } from '#src/store/device/session-rows.ts'

/** After the page has been drawn. */
const FIRST_AFTER_MS = 3_000
const EVERY_MS = 60_000

/** Mount once. Tells the server of sign-outs that it has not heard of; the database's code is loaded only if there are any. */
export const watchEndedSessions = (): void => {
  const look = () => void revokeAny().catch(() => {})
  setTimeout(look, FIRST_AFTER_MS)
  setInterval(look, EVERY_MS)
  window.addEventListener('online', look)
}

const revokeAny = async (): Promise<void> => {
  if (!(await isAnythingKept(indexedDB))) return
  const rows = await readSessionRows(indexedDB)
  if (!rows?.some(({ name }) => name !== CURRENT)) return
  const [{ openDeviceDatabase }, { revokeEndedSessions }] = await Promise.all([
    import('#src/store/device/device-database.ts'),
    import('#src/sync/ended-sessions.ts'),
  ])
  const device = openDeviceDatabase()
  try {
    await revokeEndedSessions(device)
  } finally {
    device.close()
  }
}
