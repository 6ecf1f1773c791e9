import type { MadeSearch } from '#contract/statistics.ts'
import { searchedTerm } from '#domain/searches.ts'

/**
 * Which of the texts that are typed count as a search: one that stays for a moment, or leads somewhere. Letters on the way to
 * it do not count, and coming back to it within a few minutes is the same search.
 */
export type SearchRecorder = {
  /** What is on screen now: the text, and how many products it finds. */
  seen: (search: { customerId: string; text: string; found: number }) => void
  /** A product was added. */
  added: () => void
  /** The page with the result is left. */
  left: () => void
}

export type RecorderPorts = {
  /** Stores a search, or what is known of it by now. */
  put: (search: MadeSearch) => void
  newId: () => string
  /** Epoch milliseconds. */
  now: () => number
  /** @returns what calls it off */
  after: (delayMs: number, act: () => void) => () => void
}

export const SETTLED_MS = 2_000
/** Later additions are for another reason. */
export const LEADS_TO_MS = 10 * 60_000

export const createSearchRecorder = (ports: RecorderPorts): SearchRecorder => {
  let search: MadeSearch | undefined
  let isPut = false
  let callOff = (): void => {}

  const put = (): void => {
    callOff()
    if (!search) return
    isPut = true
    ports.put(search)
  }
  const isRecent = (): boolean => search !== undefined && ports.now() - Date.parse(search.at) < LEADS_TO_MS

  return {
    seen: ({ customerId, text, found }) => {
      const term = searchedTerm(text)
      const isSame = search?.term === term && search.customerId === customerId && isRecent()
      if (isSame && search?.found === found) return
      callOff()
      if (isSame && search) {
        search = { ...search, found }
        if (isPut) put()
      } else {
        isPut = false
        search =
          term === ''
            ? undefined
            : {
                id: ports.newId(),
                customerId,
                at: new Date(ports.now()).toISOString(),
                term,
                found,
                added: false,
              }
      }
      if (!isPut && search) callOff = ports.after(SETTLED_MS, put)
    },
    added: () => {
      if (!search || search.added || !isRecent()) return
      search = { ...search, added: true }
      put()
    },
    left: () => {
      if (!isPut) put()
    },
  }
}
