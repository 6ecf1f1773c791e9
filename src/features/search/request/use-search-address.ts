import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useDevice, useSessionId } from '#src/device/device-context.tsx'
import { useAddressParams } from '#src/ui/form/use-address-params.ts'
import { useTypedAhead } from '#src/ui/form/use-typed-ahead.ts'
import { keepLastSearch } from './last-search.ts'
import {
  activeFilters,
  DEFAULT_SORT,
  filtersOf,
  readRequest,
  type SearchRequest,
  sortOf,
  writeRequest,
} from './search-request.ts'
import { markSearch, sessionOfSearch } from './search-session.ts'

export type SearchAddress = {
  /** Includes text still being typed. */
  request: SearchRequest
  /** Returns to page 1. The address follows when typing pauses. */
  type: (text: string) => void
  /** Adds a history entry. Any change but of the page returns to page 1. */
  change: (part: Partial<SearchRequest>) => void
  reset: () => void
}

export const useSearchAddress = (trollyId: string): SearchAddress => {
  const sessionId = useSessionId()
  const [params, setParams] = useOwnParams(sessionId)
  const { settings } = useDevice()
  const inAddress = useMemo(() => readRequest(params), [params])
  const latest = useRef(inAddress)
  const write = useCallback(
    (next: SearchRequest, how: { replace: boolean }) =>
      setParams(writeRequest(next), { ...how, state: markSearch(sessionId) }),
    [setParams, sessionId],
  )
  const [typed, setTyped] = useTypedAhead(inAddress.text, (text) =>
    write({ ...latest.current, text }, { replace: true }),
  )
  const request = useMemo(() => {
    if (typed === inAddress.text) return inAddress
    return { ...inAddress, text: typed, page: typed.trim() === inAddress.text.trim() ? inAddress.page : 1 }
  }, [inAddress, typed])
  useEffect(() => keepLastSearch(trollyId, sessionId, params), [trollyId, sessionId, params])
  useEffect(() => {
    latest.current = request
  }, [request])

  const change = useCallback(
    (part: Partial<SearchRequest>) => {
      const next = { ...latest.current, page: 1, ...part }
      // Already applied; a failed save loses no work.
      void settings.change({ sortBy: next.sort, product_filters: keptFilters(next.filters) }).catch(() => {})
      write(next, { replace: false })
    },
    [settings, write],
  )

  const begin = useCallback(
    (kept: Partial<SearchRequest>) => write({ ...latest.current, ...kept }, { replace: true }),
    [write],
  )
  useKeptChoices(params, begin)
  const reset = useCallback(() => {
    setTyped('')
    change({ text: '', filters: {}, all: false })
  }, [change, setTyped])
  return { request, type: setTyped, change, reset }
}

const useOwnParams = (sessionId: string): ReturnType<typeof useAddressParams> => {
  const { state, search } = useLocation()
  const [params, setParams] = useAddressParams()
  const searchOf = sessionOfSearch(state)
  const isOver = searchOf !== undefined && searchOf !== sessionId
  useEffect(() => {
    if (isOver) setParams(NO_PARAMS, { replace: true, state: markSearch(sessionId) })
    else if (searchOf === undefined && search !== '')
      setParams(new URLSearchParams(search), { replace: true, state: markSearch(sessionId, state) })
  }, [isOver, searchOf, search, setParams, sessionId, state])
  return [isOver ? NO_PARAMS : params, setParams]
}

const NO_PARAMS = new URLSearchParams()

/** A template may be gone, or another account's, and an advert over, by the next search. */
const keptFilters = ({
  template: _,
  advert: __,
  ...kept
}: SearchRequest['filters']): Record<string, string> => Object.fromEntries(activeFilters(kept))

/** An empty address restores the last search's settings, which show and can be cleared. */
const useKeptChoices = (params: URLSearchParams, begin: (kept: Partial<SearchRequest>) => void): void => {
  const { settings } = useDevice()
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const { product_filters, sortBy } = settings.get()
    const filters = filtersOf((name) => product_filters[name])
    const sort = sortOf(sortBy) ?? DEFAULT_SORT
    if (params.size === 0 && (activeFilters(filters).length > 0 || sort !== DEFAULT_SORT))
      begin({ filters, sort })
  }, [params, settings, begin])
}
