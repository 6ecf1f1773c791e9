import type { MadeSearch } from '#contract/product-search-analysis.ts'
import { searchedTerm } from '#domain/searches.ts'

/** A typed text counts as a search if it stays for a moment or leads somewhere; repeats within minutes count once. */
export type SearchRecorder = {
  seen: (search: { customerId: string; text: string; found: number }) => void
  added: () => void
  left: () => void
}

export type RecorderPorts = {
  put: (search: MadeSearch) => void
  newId: () => string
  /** Epoch ms. */
  now: () => number
  after: (delayMs: number, act: () => void) => () => void
}

export const SETTLED_MS = 2_000
/** Later additions do not count for the search. */
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
