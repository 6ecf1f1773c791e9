import { IconSearchOff } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type RefObject, useCallback, useMemo } from 'react'
import type { LineView } from '#domain/operations/draft.ts'
import type { Product } from '#domain/product.ts'
import { namesApart } from '#domain/product-words.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { RowHeadings } from '#src/ui/list/row-headings.tsx'
import { RowList } from '#src/ui/list/row-list.tsx'
import type { FoundForTrolly } from './find-for-trolly.ts'
import { ResultPager } from './result-pager.tsx'
import { type OnProductQuantity, ResultRow } from './result-row.tsx'
import { activeFilters, type SearchRequest } from './search-request.ts'
import styles from './search-results.module.css'
import { useFirstRowsFirst } from './use-first-rows-first.ts'
import { useTiles } from './view-choice.tsx'

export type SearchResultsProps = {
  request: SearchRequest
  found: FoundForTrolly | undefined
  isCurrent: boolean
  failed: { words: string; onRetry: () => Promise<unknown> } | undefined
  /** The trolly's lines by product number. */
  lines: ReadonlyMap<string, LineView>
  /** A product without a price has none; false: this device was never told of the account's prices. */
  pricesHere: boolean
  readOnly: boolean
  pathOf: (product_no: string) => string
  onQuantity: OnProductQuantity | undefined
  onPage: (page: number) => void
  onReset: () => void
  /** Out of the rows, back to where one types. */
  onLeave: () => void
  ref: RefObject<HTMLElement | null>
}

/** What was found, each product with its quantity in the trolly; or why there is nothing to show. */
export function SearchResults(props: SearchResultsProps) {
  const { request, found, isCurrent, failed, lines, pricesHere, readOnly, pathOf, onQuantity, onLeave, ref } =
    props
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' ? !event.defaultPrevented : isOutAbove(event)) {
        event.preventDefault()
        onLeave()
      }
    },
    [onLeave],
  )
  // Of all that was found, so that the rows that come later change no name of those that stand.
  const names = useMemo(() => namesApart(found?.data ?? []), [found?.data])
  // A failure is of this search: rows of the one before would say otherwise.
  const rows = useFirstRowsFirst(failed ? undefined : found, ref)
  return (
    <section
      ref={ref}
      aria-label="Products"
      className={styles.results}
      aria-busy={!isCurrent && !failed}
      onKeyDown={onKeyDown}
    >
      <ListState
        count={rows.length}
        loading={!isCurrent}
        failed={failed}
        empty={{
          icon: <IconSearchOff size={32} stroke={1.5} aria-hidden="true" />,
          words: emptyWords(request),
          action: clearWords(request) && (
            <Button
              onClick={() => {
                props.onReset()
                onLeave()
              }}
            >
              {clearWords(request)}
            </Button>
          ),
        }}
      >
        <ResultRows
          products={rows}
          names={names}
          lines={lines}
          pricesHere={pricesHere}
          readOnly={readOnly}
          pathOf={pathOf}
          onQuantity={onQuantity}
        />
        {found ? <ResultPager found={found} onPage={props.onPage} /> : null}
      </ListState>
    </section>
  )
}

type ResultRowsProps = Pick<
  SearchResultsProps,
  'lines' | 'pricesHere' | 'readOnly' | 'pathOf' | 'onQuantity'
> & {
  products: readonly Product[]
  names: ReadonlyMap<string, string>
}

/** Apart from what says how the search goes, which changes twice with each letter. */
const ResultRows = memo(function ResultRows({
  products,
  names,
  lines,
  pricesHere,
  readOnly,
  pathOf,
  onQuantity,
}: ResultRowsProps) {
  const tiles = useTiles()
  return (
    <RowList
      label="Products found"
      tiles={tiles}
      rows={products}
      headings={<RowHeadings />}
      getKey={({ product_no }) => product_no}
      renderRow={(product) => (
        <ResultRow
          product={product}
          calledAs={names.get(product.product_no)}
          to={pathOf(product.product_no)}
          line={lines.get(product.product_no)}
          pricesHere={pricesHere}
          readOnly={readOnly}
          onQuantity={onQuantity}
        />
      )}
    />
  )
})

/** Up from the first row, above which there is the field; but not from a number that cannot be. */
const isOutAbove = ({ key, target }: KeyboardEvent<HTMLElement>): boolean =>
  key === 'ArrowUp' &&
  target instanceof Element &&
  !target.matches('[aria-invalid="true"]') &&
  target.closest('[data-row="0"]') !== null

const emptyWords = ({ text, filters }: SearchRequest): string => {
  const of = text.trim() === '' ? '' : ` for “${text.trim()}”`
  const within = activeFilters(filters).length > 0 ? ' with these filters' : ''
  return `Nothing was found${of}${within}.`
}

/** What there is to clear; nothing where all products were asked for. */
const clearWords = ({ text, filters }: SearchRequest): string | undefined => {
  if (activeFilters(filters).length > 0) return 'Clear text and filters'
  return text.trim() === '' ? undefined : 'Clear the search'
}
