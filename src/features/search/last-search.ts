/**
 * Where the last search of this tab stands, by trolly, for the way back from a product's page: its own address has no
 * room for it, and the browser's back is not always the way up.
 */

const keyOf = (trollyId: string): string => `trolly-search-${trollyId}`

export const keepLastSearch = (trollyId: string, params: URLSearchParams): void => {
  try {
    sessionStorage.setItem(keyOf(trollyId), params.toString())
  } catch {
    // Storage may be forbidden: then the way back leads to an empty search.
  }
}

/** The path of a trolly's search, as it was left. */
export const lastSearchPath = (trollyId: string): string => {
  const path = `/orders/create/search-${trollyId}`
  try {
    const search = sessionStorage.getItem(keyOf(trollyId))
    return search ? `${path}?${search}` : path
  } catch {
    return path
  }
}
