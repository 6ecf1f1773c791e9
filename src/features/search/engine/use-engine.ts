import type { Device } from '#src/device/device.ts'
import { useDevice, useUserDevice } from '#src/device/device-context.tsx'
import type { UserDevice } from '#src/device/user-device.ts'
import { openSearchWorker } from './open-search-worker.ts'
import { createProductSearch, type ProductSearch } from './product-search.ts'

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
    // Each search reports its own failure; this is for the log.
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
