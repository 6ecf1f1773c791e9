import { Group, Text } from '@mantine/core'
import type { RefObject } from 'react'
import { numberText } from '#domain/plain-text.ts'
import type { FoundForTrolly } from '#src/features/search/engine/find-for-trolly.ts'
import { activeFilters, type SearchRequest } from '#src/features/search/request/search-request.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { ProductSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { type ProductRowsFor, ResultRows } from './result-rows.tsx'

export type SearchResultsProps = ProductRowsFor & {
  request: SearchRequest
  found: FoundForTrolly | undefined
  isCurrent: boolean
  failed: { words: string; onRetry: () => Promise<unknown> } | undefined
  /** The search is limited to an advert that is no longer, or not yet, shown. */
  isOver: boolean
  onPage: (page: number) => void
  onReset: () => void
  /** Runs after clearing, when no row is left to focus. */
  onCleared: () => void
  ref: RefObject<HTMLDivElement | null>
}

export function SearchResults(props: SearchResultsProps) {
  const { request, found, isCurrent, failed, isOver, onPage, onReset, onCleared, ref, ...forRows } = props
  // Hide rows of the previous search after a failure.
  const rows = failed ? NO_ROWS : (found?.data ?? NO_ROWS)
  return (
    <div ref={ref} style={{ minWidth: 0 }} aria-busy={!isCurrent && !failed}>
      <ListState
        count={rows.length}
        loading={!isCurrent}
        skeleton={<ProductSkeleton />}
        failed={failed}
        empty={{
          words: isOver ? 'This offer is not available.' : emptyWords(request),
          action: clearWords(request) && (
            <Button
              onClick={() => {
                onReset()
                onCleared()
              }}
            >
              {clearWords(request)}
            </Button>
          ),
        }}
      >
        <ResultRows {...forRows} label="Products found" products={rows} />
        {found ? <ResultPager found={found} onPage={onPage} /> : null}
      </ListState>
    </div>
  )
}

const NO_ROWS: FoundForTrolly['data'] = []

const emptyWords = ({ text, filters }: SearchRequest): string => {
  const of = text.trim() === '' ? '' : ` for “${text.trim()}”`
  const within = activeFilters(filters).length > 0 ? ' with these filters' : ''
  return `No products found${of}${within}.`
}

/** Nothing for a list of all products. */
const clearWords = ({ text, filters }: SearchRequest): string | undefined => {
  if (activeFilters(filters).length > 0) return 'Clear text and filters'
  return text.trim() === '' ? undefined : 'Clear search'
}

type ResultPagerProps = { found: FoundForTrolly; onPage: (page: number) => void }

function ResultPager({ found: { page, pageLength, total }, onPage }: ResultPagerProps) {
  const pages = Math.ceil(total / pageLength)
  if (pages <= 1) return null
  return (
    <Group
      component="nav"
      wrap="nowrap"
      justify="space-between"
      gap={12}
      maw="30rem"
      mx="auto"
      px="var(--page-edge)"
      py={16}
      aria-label="Product pages"
      data-screen-only
    >
      <Button onClick={() => onPage(page - 1)} disabled={page <= 1}>
        Previous
      </Button>
      <Text size="xs" c="dimmed" ta="center">
        Page {numberText(page)} of {numberText(pages)}
      </Text>
      <Button onClick={() => onPage(page + 1)} disabled={page >= pages}>
        Next
      </Button>
    </Group>
  )
}
