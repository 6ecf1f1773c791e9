import { webStorage } from '#src/store/device/web-storage.ts'

/** A tab's last search by trolly, for the way back. Keyed by session, since reopened tabs restore their storage. */

const PREFIX = 'trolly-search-'
const keyOf = (trollyId: string): string => `${PREFIX}${trollyId}`

export const keepLastSearch = (trollyId: string, sessionId: string, params: URLSearchParams): void => {
  try {
    webStorage('sessionStorage').setItem(keyOf(trollyId), `${sessionId}?${params}`)
  } catch {
    // Storage may be full: the way back then leads to an empty search.
  }
}

export const lastSearchPath = (trollyId: string, sessionId: string): string => {
  const path = `/orders/create/search-${trollyId}`
  const kept = webStorage('sessionStorage').getItem(keyOf(trollyId))
  const search = kept?.startsWith(`${sessionId}?`) ? kept.slice(sessionId.length) : '?'
  return search === '?' ? path : `${path}${search}`
}

export const forgetLastSearches = (): void => {
  const storage = webStorage('sessionStorage')
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key)
}
