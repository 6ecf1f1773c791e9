import { v7 as uuidv7 } from 'uuid'
import { type Addition, noteAddition, noteLeft, noteSearch, type SeenSearch } from '#src/store/search-log.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { UserDevice } from './user-device.ts'

/** Records the product searches made in this tab, and the products added afterwards in any tab, for the search report. */
export type SearchRecorder = {
  /** An answer is on screen; an empty text ends the search. */
  seen: (search: SeenSearch) => Promise<void>
  left: () => Promise<void>
  added: (addition: Addition) => Promise<void>
}

export type RecorderPorts = {
  database: UserDatabase
  newId: () => string
  /** Epoch ms. */
  now: () => number
}

export const createSearchRecorder = ({ database, newId, now }: RecorderPorts): SearchRecorder => {
  let typing: string | undefined
  let last = Promise.resolve()
  /** Letters come faster than a slow phone stores them. @param act takes the time of the call */
  const inTurn = (act: (noted: { newId: () => string; now: number }) => Promise<void>): Promise<void> => {
    const noted = { newId, now: now() }
    // They are only statistics: storage failures are reported elsewhere.
    last = last.then(() => act(noted)).catch(() => {})
    return last
  }
  return {
    seen: (search) =>
      inTurn(async (noted) => {
        typing = await noteSearch(database, search, { ...noted, typing })
      }),
    left: () =>
      inTurn(async (noted) => {
        const left = typing
        typing = undefined
        if (left !== undefined) await noteLeft(database, left, noted.now)
      }),
    added: (addition) => inTurn((noted) => noteAddition(database, addition, noted)),
  }
}

const recorders = new WeakMap<UserDevice, SearchRecorder>()

/** One per session: a product may be added on another page than the search. */
export const searchRecorderOf = (device: UserDevice): SearchRecorder => {
  const known = recorders.get(device)
  if (known) return known
  const recorder = createSearchRecorder({ database: device.database, newId: uuidv7, now: Date.now })
  recorders.set(device, recorder)
  return recorder
}
