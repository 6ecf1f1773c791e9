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
  /** The current search, including text still being typed. */
  request: SearchRequest
  /** Another text, back on page 1. The address follows when the typing pauses. */
  type: (text: string) => void
  /** Sets filters, order or page: another entry of the history. Anything but a page leads back to page 1. */
  change: (part: Partial<SearchRequest>) => void
  /** Everything off: text, filters, department, group and category, New; page 1. */
  reset: () => void
}

/**
 * The search as the address has it, with the text being typed ahead of it: browsers refuse an address that changes with
 * every letter.
 */
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

  // A step back, or a link: what the address says now goes before what was typed.
  const addressText = inAddress.text
  const [lastAddress, setLastAddress] = useState(addressText)
  const [written, setWritten] = useState<string>()
  if (lastAddress !== addressText) {
    setLastAddress(addressText)
    setWritten(undefined)
    // Typing may have gone on while the address was catching up.
    if (addressText.trim() !== written) setTyped(undefined)
  }

  useEffect(() => {
    if (typed === undefined || typed.trim() === addressText.trim()) return
    // A page left for one that still loads is mounted a little longer: writing then would lead back to it.
    const { href } = window.location
    const timer = setTimeout(() => {
      if (window.location.href !== href) return
      setWritten(latest.current.text.trim())
      write(latest.current, { replace: true })
    }, WRITTEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, addressText, write])

  const change = useCallback(
    (part: Partial<SearchRequest>) => {
      const next = { ...latest.current, page: 1, ...part }
      // Takes effect at once. Failing to store it loses nobody's work.
      void settings
        .change({ sortBy: next.sort, product_filters: Object.fromEntries(activeFilters(next.filters)) })
        .catch(() => {})
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

/** The address's parameters as far as they are of this session, or of a link that it followed; another session's are none. */
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

/** An address that asks for nothing begins as the last search was left; what is set shows and can be taken off. */
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
