/** A tab's last search by trolly, for the way back. Keyed by session, since reopened tabs restore their storage. */

const PREFIX = 'trolly-search-'
const keyOf = (trollyId: string): string => `${PREFIX}${trollyId}`

export const keepLastSearch = (trollyId: string, sessionId: string, params: URLSearchParams): void => {
  try {
    sessionStorage.setItem(keyOf(trollyId), `${sessionId}?${params}`)
  } catch {
    // Storage may be blocked: the way back then leads to an empty search.
  }
}

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
