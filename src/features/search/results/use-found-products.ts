import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { pageSizeOf } from '#domain/page-size.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useReached } from '#src/device/use-reached.ts'
import { useSettings } from '#src/device/use-settings.ts'
import {
  type FoundForTrolly,
  findForTrolly,
  needsLists,
} from '#src/features/search/engine/find-for-trolly.ts'
import { useEngine } from '#src/features/search/engine/use-engine.ts'
import { bodyOf, type SearchRequest } from '#src/features/search/request/search-request.ts'
import type { ListOnDevice } from '#src/features/search/use-list-on-device.ts'

export type SearchedFor = Pick<TrollyView, 'id' | 'customerId' | 'priceListId' | 'version'>

/** Version 0: the server does not know the trolly yet. */
export const customerToTell = ({ version, customerId }: Pick<TrollyView, 'version' | 'customerId'>) =>
  version === 0 ? customerId : undefined

export type FoundProducts = {
  /** The products of this search, or of the previous one while loading; undefined: nothing yet. */
  found: FoundForTrolly | undefined
  isCurrent: boolean
  failure: string | undefined
  /** Searches again, ignoring the cache. */
  again: () => Promise<unknown>
}

/**
 * Repeats a request if forced, if the list here changed, or after a failure or partial result once more has arrived.
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
  const lists = useHeldLists(list.listsStamp, body)
  const queryKey = queryKeys.productSearch(trollyId, {
    priceListId,
    body,
    list: `${list.stamp} ${needsLists(body) ? lists : ''}`,
  })
  const answered = useRef<object>(undefined)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const wanted = { trollyId, customerId, customerToTell: toTell, priceListId, body, signal }
      const found = await findForTrolly({ device, api }, wanted)
      answered.current = body
      return found
    },
    // A repeat over a list that has grown is not the person's search.
    meta: { opened: answered.current !== body },
    enabled: list.stamp !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_FOR_MS,
    refetchOnReconnect: false,
  })
  const { data: found, isError, refetch } = query

  const isPart = found?.from === 'part' || (isError && !needsLists(body))
  useAgainOn(list.products ?? 0, isPart, refetch)
  const reached = useReached()
  // The shell retries failed reads.
  useAgainOn(reached, reached && !isError && found?.from === 'part', refetch)

  return {
    found,
    isCurrent: query.isSuccess && !query.isPlaceholderData,
    failure: isError ? reasonOf(query.error) : undefined,
    again: refetch,
  }
}

/** A product whose star is put out keeps its row until the next search, so that nothing moves under the finger. */
const useHeldLists = (stamp: string, body: object): string => {
  const [held, setHeld] = useState({ stamp, body })
  if (held.body === body && !addsTo(held.stamp, stamp)) return held.stamp
  setHeld({ stamp, body })
  return stamp
}

const addsTo = (before: string, after: string): boolean => {
  if (before === after) return false
  const known = new Set(before.split(' '))
  return after.split(' ').some((word) => !known.has(word))
}

/** Long enough for a look at a product's page and back. */
const KEPT_FOR_MS = 2 * 60_000

const useAgainOn = (fact: unknown, isWanted: boolean, again: () => unknown): void => {
  const before = useRef(fact)
  useEffect(() => {
    const isNew = before.current !== fact
    before.current = fact
    if (isNew && isWanted) again()
  }, [fact, isWanted, again])
}
