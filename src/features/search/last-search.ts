/**
 * Where the last search of this tab stands, by trolly, for the way back from a product's page: its own address has no
 * room for it, and the browser's back is not always the way up. It ends with the session; a browser that opens a closed
 * tab again brings back what the tab kept, hence the session in front.
 */

const PREFIX = 'trolly-search-'
const keyOf = (trollyId: string): string => `${PREFIX}${trollyId}`

export const keepLastSearch = (trollyId: string, sessionId: string, params: URLSearchParams): void => {
  try {
    sessionStorage.setItem(keyOf(trollyId), `${sessionId}?${params}`)
  } catch {
    // Storage may be forbidden: then the way back leads to an empty search.
  }
}

/** The path of a trolly's search, as this session left it. */
export const lastSearchPath = (trollyId: string, sessionId: string): string => {
  const path = `/orders/create/search-${trollyId}`
  try {
    const kept = sessionStorage.getItem(keyOf(trollyId))
    const search = kept?.startsWith(`${sessionId}?`) ? kept.slice(sessionId.length) : '?'
    return search === '?' ? path : `${path}${search}`
  } catch {
    return path
  }
}

export const forgetLastSearches = (): void => {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // See above.
  }
}
