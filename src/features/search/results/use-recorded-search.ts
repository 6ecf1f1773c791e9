import { useEffect, useRef } from 'react'
import { useUserDevice } from '#src/device/device-context.tsx'
import { searchRecorderOf } from '#src/device/search-recorder.ts'
import { activeFilters, type SearchRequest } from '#src/features/search/request/search-request.ts'
import { shownBy } from '#src/features/search/shown-by.ts'
import { enteredIn } from '#src/features/search/use-enter.ts'
import type { FoundProducts, SearchedFor } from './use-found-products.ts'

/** Records each text typed into a product search, and how many products it found or that it failed, for the search report. */
export const useRecordedSearch = (
  { customerId }: SearchedFor,
  { text, filters }: SearchRequest,
  { found, isCurrent, failure }: FoundProducts,
): void => {
  const recorder = searchRecorderOf(useUserDevice())
  const recorded = useRef<string>(undefined)
  const answer = isCurrent ? found : undefined
  const hasFailed = failure !== undefined
  const isNarrowed = activeFilters(filters).length > 0
  useEffect(() => {
    if (!answer && !hasFailed) return
    // A code and a quantity are an order, not a search.
    if (answer && !SEARCHES.has(enteredIn(text, answer.data).is)) return
    // Other words may be found where filters leave nothing.
    const isUnanswered = !answer || (isNarrowed && answer.total === 0)
    void recorder.seen({
      customerId,
      text,
      found: isUnanswered ? null : answer.total,
      shown: shownBy(answer?.data ?? []),
      again: recorded.current === text,
    })
    recorded.current = text
  }, [recorder, customerId, text, answer, hasFailed, isNarrowed])
  useEffect(() => () => void recorder.left(), [recorder])
}

const SEARCHES: ReadonlySet<string> = new Set(['unknown', 'code'])
