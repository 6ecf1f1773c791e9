import { v7 as uuidv7 } from 'uuid'
import { useUserDevice } from '#src/device/device-context.tsx'
import type { UserDevice } from '#src/device/user-device.ts'
import { putSearch } from '#src/store/search-log.ts'
import { createSearchRecorder, type SearchRecorder } from './search-recorder.ts'

/** One per session: a product may be added on another page than the search. */
export const useSearchRecorder = (): SearchRecorder => recorderOf(useUserDevice())

const recorders = new WeakMap<UserDevice, SearchRecorder>()

const recorderOf = (device: UserDevice): SearchRecorder => {
  const known = recorders.get(device)
  if (known) return known
  const recorder = createSearchRecorder({
    // Only statistics: storage failures are reported elsewhere.
    put: (search) => void putSearch(device.database, search).catch(() => {}),
    newId: uuidv7,
    now: Date.now,
    after: (delayMs, act) => {
      const timer = setTimeout(act, delayMs)
      return () => clearTimeout(timer)
    },
  })
  recorders.set(device, recorder)
  return recorder
}
