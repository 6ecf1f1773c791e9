import { Box, Group, Text } from '@mantine/core'
import { Fragment, type RefObject } from 'react'
import { numberText } from '#domain/plain-text.ts'
import type { FoundForTrolly } from '#src/features/search/engine/find-for-trolly.ts'
import type { FilteredSearch } from '#src/features/search/filters/use-filter-groups.ts'
import { activeFilters, type SearchRequest } from '#src/features/search/request/search-request.ts'
import { exactOnPage } from '#src/features/search/search-words.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { ProductSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { ClearChoices } from './clear-choices.tsx'
import { type ProductRowsFor, ResultRows } from './result-rows.tsx'

export type SearchResultsProps = ProductRowsFor & {
  request: SearchRequest
  search: FilteredSearch
  found: FoundForTrolly | undefined
  isCurrent: boolean
  failed: { words: string; onRetry: () => Promise<unknown> } | undefined
  /** The search is limited to an advert that is no longer, or not yet, shown. */
  isOver: boolean
  onPage: (page: number) => void
  onReset: () => void
  onClearFilters: () => void
  /** Runs after clearing, when no row is left to focus. */
  onCleared: () => void
  ref: RefObject<HTMLDivElement | null>
}

export function SearchResults(props: SearchResultsProps) {
  const { request, search, found, isCurrent, failed, isOver, onPage, ...others } = props
  const { onReset, onClearFilters, onCleared, ref, ...forRows } = others
  // Hide rows of the previous search after a failure.
  const rows = failed ? NO_ROWS : (found?.data ?? NO_ROWS)
  const exact = (found && exactOnPage(found)) ?? rows.length
  const lists = [
    { label: 'Products found', products: rows.slice(0, exact) },
    { label: 'Similar products', products: rows.slice(exact) },
  ].filter(({ products }) => products.length > 0)
  const clear = (act: () => void) => () => {
    act()
    onCleared()
  }
  return (
    <div ref={ref} style={{ minWidth: 0 }} aria-busy={!isCurrent && !failed}>
      <ListState
        count={rows.length}
        loading={!isCurrent}
        skeleton={<ProductSkeleton />}
        failed={failed}
        empty={
          found && found.total > 0
            ? {
                words: `The last page is ${numberText(pagesOf(found))}.`,
                action: <Button onClick={() => onPage(pagesOf(found))}>Go to the last page</Button>,
              }
            : {
                words: isOver ? 'This offer is not available.' : emptyWords(request),
                action: (
                  <ClearChoices
                    request={request}
                    search={search}
                    onReset={clear(onReset)}
                    onClearFilters={clear(onClearFilters)}
                  />
                ),
              }
        }
      >
        {lists.map(({ label, products }, place) => (
          <Fragment key={label}>
            {label === 'Similar products' ? <SimilarHeading /> : null}
            <ResultRows {...forRows} label={label} products={products} among={rows} headed={place === 0} />
          </Fragment>
        ))}
        {found ? <ResultPager found={found} onPage={onPage} /> : null}
      </ListState>
    </div>
  )
}

const NO_ROWS: FoundForTrolly['data'] = []

const SimilarHeading = () => (
  <Box component="h2" px="var(--page-edge)" pt={20} pb={8}>
    Similar
  </Box>
)

const emptyWords = ({ text, filters }: SearchRequest): string => {
  const of = text.trim() === '' ? '' : ` for “${text.trim()}”`
  const within = activeFilters(filters).length > 0 ? ' with these filters' : ''
  return `No products found${of}${within}.`
}

type ResultPagerProps = { found: FoundForTrolly; onPage: (page: number) => void }

const pagesOf = ({ total, pageLength }: FoundForTrolly): number => Math.ceil(total / pageLength)

function ResultPager({ found, onPage }: ResultPagerProps) {
  const { page } = found
  const pages = pagesOf(found)
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
