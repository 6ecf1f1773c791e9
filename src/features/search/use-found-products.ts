import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { TrollyView } from '#domain/operations/view.ts'
import { pageSizeOf } from '#domain/page-size.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { OPENED, pressedBy, startedBy } from '#src/device/started-by.ts'
import { useReached } from '#src/device/use-reached.ts'
import { useSettings } from '#src/device/use-settings.ts'
import { type FoundForTrolly, findForTrolly, needsServer } from './find-for-trolly.ts'
import { bodyOf, type SearchRequest } from './search-request.ts'
import { useEngine } from './use-engine.ts'
import type { ListOnDevice } from './use-list-on-device.ts'

/** The trolly that a search is for. */
export type SearchedFor = Pick<TrollyView, 'id' | 'customerId' | 'priceListId' | 'version'>

/** Version 0 is a trolly that the server has not been told of. */
export const customerToTell = ({ version, customerId }: Pick<TrollyView, 'version' | 'customerId'>) =>
  version === 0 ? customerId : undefined

export type FoundProducts = {
  /** Of this search, or of the one before while this one is under way; undefined: nothing to show yet. */
  found: FoundForTrolly | undefined
  /** `found` answers the current request. */
  isCurrent: boolean
  /** Why this search was not answered. */
  failure: string | undefined
  /** Searches again, however recently the same was searched. */
  again: () => Promise<unknown>
}

/**
 * What a request finds. The same request is made again only where it is forced, where the list on this device is
 * another by now, and for one that had failed or found a part, where more has come or the signal is back.
 */
export const useFoundProducts = (
  trolly: SearchedFor,
  request: SearchRequest,
  list: ListOnDevice,
): FoundProducts => {
  const api = useApi()
  const device = useEngine()
  const pageLength = pageSizeOf(useSettings().productsDisplayedPerPage)
  const body = useMemo(() => bodyOf(request, pageLength), [request, pageLength])
  const { id: trollyId, customerId, priceListId } = trolly
  const toTell = customerToTell(trolly)
  const queryKey = queryKeys.productSearch(trollyId, { priceListId, body, list: list.stamp ?? '' })
  const lastBody = useRef<object>(undefined)
  const query = useQuery({
    queryKey,
    queryFn: (context) => {
      // The same search over a list that has grown meanwhile is the app's.
      const isNew = lastBody.current !== body
      lastBody.current = body
      const who = startedBy(context, !isNew)
      const wanted = { trollyId, customerId, customerToTell: toTell, priceListId, body, startedBy: who }
      return findForTrolly({ device, api }, { ...wanted, signal: context.signal })
    },
    meta: OPENED,
    enabled: list.stamp !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_FOR_MS,
    refetchOnReconnect: false,
  })
  const { data: found, isError, refetch } = query

  const isPart = found?.from === 'part' || (isError && !needsServer(body))
  useAgainOn(list.products ?? 0, isPart, refetch)
  const reached = useReached()
  // Of one that failed the shell takes care, as of every read.
  useAgainOn(reached, reached && !isError && found?.from === 'part', refetch)

  return {
    found,
    isCurrent: query.isSuccess && !query.isPlaceholderData,
    failure: isError ? reasonOf(query.error) : undefined,
    again: pressedBy(queryKey, refetch),
  }
}

/** Long enough for a look at a product's page and back. */
const KEPT_FOR_MS = 2 * 60_000

/** Searches again when `fact` changes, if wanted. */
const useAgainOn = (fact: unknown, isWanted: boolean, again: () => unknown): void => {
  const before = useRef(fact)
  useEffect(() => {
    const isNew = before.current !== fact
    before.current = fact
    if (isNew && isWanted) again()
  }, [fact, isWanted, again])
}
