import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useDevice, useSessionId } from '#src/device/device-context.tsx'
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

/** Typed text runs ahead of the address, since browsers throttle address changes. */
export const useSearchAddress = (trollyId: string): SearchAddress => {
  const sessionId = useSessionId()
  const [params, setParams] = useOwnParams(sessionId)
  const { settings } = useDevice()
  const [typed, setTyped] = useState<string>()
  const inAddress = useMemo(() => readRequest(params), [params])
  const request = useMemo(
    () =>
      typed === undefined || typed === inAddress.text ? inAddress : { ...inAddress, text: typed, page: 1 },
    [inAddress, typed],
  )
  useEffect(() => keepLastSearch(trollyId, sessionId, params), [trollyId, sessionId, params])
  const latest = useRef(request)
  useEffect(() => {
    latest.current = request
  }, [request])

  const write = useCallback(
    (next: SearchRequest, how: { replace: boolean }) =>
      setParams(writeRequest(next), { ...how, state: markSearch(sessionId) }),
    [setParams, sessionId],
  )

  // After Back or a link the address wins over typed text.
  const addressText = inAddress.text
  const [lastAddress, setLastAddress] = useState(addressText)
  // Texts of our own that the address has yet to reach: typing may have continued meanwhile.
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  if (lastAddress !== addressText) {
    const arrived = underWay.indexOf(addressText.trim())
    setLastAddress(addressText)
    setUnderWay(arrived < 0 ? [] : underWay.slice(arrived + 1))
    if (arrived < 0) setTyped(undefined)
  }

  useEffect(() => {
    if (typed === undefined || typed.trim() === addressText.trim()) return
    // A page being left stays mounted while the next one loads: writing then would navigate back.
    const { href } = window.location
    const timer = setTimeout(() => {
      if (window.location.href !== href) return
      const text = latest.current.text.trim()
      setUnderWay((texts) => [...texts, text])
      write(latest.current, { replace: true })
    }, WRITTEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, addressText, write])

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
    setTyped(undefined)
    change({ text: '', filters: {}, all: false })
  }, [change])
  return { request, type: setTyped, change, reset }
}

const WRITTEN_AFTER_MS = 300

const useOwnParams = (sessionId: string): ReturnType<typeof useSearchParams> => {
  const { state } = useLocation()
  const [params, setParams] = useSearchParams()
  const searchOf = sessionOfSearch(state)
  const isOver = searchOf !== undefined && searchOf !== sessionId
  useEffect(() => {
    if (isOver) setParams(NO_PARAMS, { replace: true, state: markSearch(sessionId) })
    else if (searchOf === undefined && params.size > 0)
      setParams(params, { replace: true, state: markSearch(sessionId, state) })
  }, [isOver, searchOf, params, setParams, sessionId, state])
  return [isOver ? NO_PARAMS : params, setParams]
}

const NO_PARAMS = new URLSearchParams()

/** A template may be gone, or another account's, by the next search. */
const keptFilters = (filters: SearchRequest['filters']): Record<string, string> =>
  Object.fromEntries(activeFilters(filters).filter(([name]) => name !== 'template'))

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
