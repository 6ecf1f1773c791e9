import type { Device } from '#src/device/device.ts'
import { useDevice, useUserDevice } from '#src/device/device-context.tsx'
import type { UserDevice } from '#src/device/user-device.ts'
import { openSearchWorker } from './open-search-worker.ts'
import { createProductSearch, type ProductSearch } from './product-search.ts'

/** The search of the one who is signed in: one worker for all screens, gone with the session. */
export const useEngine = (): ProductSearch => engineOf(useDevice(), useUserDevice())

const engines = new WeakMap<UserDevice, ProductSearch>()

export const engineOf = (device: Device, user: UserDevice): ProductSearch => {
  const known = engines.get(user)
  if (known) return known
  const engine = createProductSearch({
    userId: user.userId,
    openWorker: openSearchWorker,
    after: (delayMs, act) => {
      const timer = setTimeout(act, delayMs)
      return () => clearTimeout(timer)
    },
    now: Date.now,
    // Each search says by itself that it failed; this is for the log.
    onTrouble: (error) => console.warn(error),
  })
  engines.set(user, engine)
  const stop = device.session.subscribe(() => {
    const session = device.session.get()
    if (session.status === 'signed-in' && session.device === user) return
    stop()
    engine.close()
  })
  return engine
}
