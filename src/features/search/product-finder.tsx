import { useDebouncedValue } from '@mantine/hooks'
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import type { LineView } from '#domain/operations/draft.ts'
import type { Product } from '#domain/product.ts'
import { useReached } from '#src/device/use-reached.ts'
import { ChipRow } from '#src/ui/action/chip.tsx'
import { AgeNote } from '#src/ui/status/age-note.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { useIsDesk } from '#src/ui/theme/use-media.ts'
import { type FoundForTrolly, needsServer } from './find-for-trolly.ts'
import { categoriesOf, NarrowChips } from './narrow-chips.tsx'
import styles from './product-finder.module.css'
import type { OnProductQuantity } from './result-row.tsx'
import { SearchBox } from './search-box.tsx'
import { ActiveChips, FilterButton, FilterPanel } from './search-filters.tsx'
import { bodyOf } from './search-request.ts'
import { SearchResults } from './search-results.tsx'
import { countWords, failureWords, rewordingWords, sourceWords } from './search-words.ts'
import { useEnter } from './use-enter.ts'
import { customerToTell, type SearchedFor, useFoundProducts } from './use-found-products.ts'
import { type ListOnDevice, useListOnDevice } from './use-list-on-device.ts'
import { useSearchAddress } from './use-search-address.ts'
import { ViewChoice } from './view-choice.tsx'

export type ProductFinderProps = {
  trolly: SearchedFor
  /** The trolly's lines by product number. */
  lines: ReadonlyMap<string, LineView>
  readOnly: boolean
  pathOf: (product_no: string) => string
  /** undefined: this user may only browse, and is shown no quantities. */
  onQuantity: OnProductQuantity | undefined
  /** Between the field and the products: why nothing can be changed now. */
  note?: ReactNode
}

/** Searching for a trolly: the field, the filters, and what is found, each product with its quantity in the trolly. */
export function ProductFinder({ trolly, lines, readOnly, pathOf, onQuantity, note }: ProductFinderProps) {
  const { request, type, change, reset } = useSearchAddress(trolly.id)
  const list = useListOnDevice(trolly)
  const reached = useReached()
  const results = useFoundProducts(trolly, request, list)
  const [settledText] = useDebouncedValue(request.text.trim(), COUNTS_WAIT_MS)
  const { id: trollyId, customerId } = trolly
  const toTell = customerToTell(trolly)
  const { stamp, products, complete } = list
  const search = useMemo(
    () => ({
      trollyId,
      customerId,
      customerToTell: toTell,
      list: { stamp, products, complete },
      text: settledText,
    }),
    [trollyId, customerId, toTell, stamp, products, complete, settledText],
  )
  const field = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLElement>(null)
  const isDesk = useIsDesk()

  const addOnce = useCallback(
    (product: Product) => {
      const line = lines.get(product.product_no)
      if (readOnly || !onQuantity || (line && !line.removed)) return
      // What failed was shown where it arose; there is no box to put back.
      Promise.resolve(onQuantity({ quantity: 1, by: 1, entry: 'step' }, product)).catch(() => {})
    },
    [lines, readOnly, onQuantity],
  )
  const onEnter = useEnter({ results, rows, onProduct: addOnce })
  const { found, isCurrent, failure } = results
  useTopOnNewText(request.text)
  const reworded = isCurrent && found ? rewordingWords(found) : undefined
  const filters = {
    search,
    filters: request.filters,
    sort: request.sort,
    onChange: change,
    onReset: reset,
  }
  const categories =
    request.text.trim() === '' || request.filters.category ? NO_CATEGORIES : categoriesOf(found?.data ?? [])
  const chips = (
    <>
      <ActiveChips {...filters} />
      <NarrowChips categories={categories} filters={request.filters} sort={request.sort} onChange={change} />
    </>
  )
  const failed =
    failure === undefined
      ? undefined
      : {
          words: failureWords(failure, { list, byFilter: needsServer(bodyOf(request, 1)) }),
          onRetry: results.again,
        }

  return (
    <div className={styles.finder}>
      <div className={styles.field}>
        <SearchBox
          text={request.text}
          onType={type}
          onEnter={onEnter}
          field={field}
          rows={rows}
          autoFocus={isDesk}
        />
        {isDesk ? null : (
          <ChipRow label="Filters">
            <FilterButton {...filters} />
            {chips}
          </ChipRow>
        )}
      </div>
      {isDesk ? (
        <div className={styles.side}>
          <FilterPanel {...filters} />
        </div>
      ) : null}
      <div className={styles.main}>
        {note}
        <div className={styles.said}>
          <p className={styles.count} role="status">
            {isCurrent && found ? <Count found={found} /> : null}
            {reworded === undefined ? null : <span className={styles.reworded}> {reworded}</span>}
          </p>
          {isDesk ? chips : null}
          <div className={styles.view}>
            <ViewChoice />
          </div>
        </div>
        {failed ? null : (
          <SourceNote
            from={found?.from}
            reached={reached}
            products={list.products}
            pricesAt={list.pricesAt}
          />
        )}
        <SearchResults
          request={request}
          found={found}
          isCurrent={isCurrent}
          failed={failed}
          lines={lines}
          pricesHere={found?.from === 'server' || list.pricesAt !== undefined}
          readOnly={readOnly}
          pathOf={pathOf}
          onQuantity={onQuantity}
          onPage={(page) => change({ page })}
          onReset={reset}
          onLeave={() => field.current?.focus()}
          ref={rows}
        />
      </div>
    </div>
  )
}

/** Filters are not counted anew for every letter typed. */
const COUNTS_WAIT_MS = 350

const NO_CATEGORIES: readonly string[] = []

/** That nothing was found stands in the place of the products; here it is only said. */
function Count({ found }: { found: FoundForTrolly }) {
  return found.total > 0 ? countWords(found) : <Hidden>Nothing was found</Hidden>
}

type SourceNoteProps = { from: FoundForTrolly['from'] | undefined; reached: boolean } & Pick<
  ListOnDevice,
  'products' | 'pricesAt'
>

/** Apart, since a time of the day takes long to put into words and letters typed do not change it. */
const SourceNote = memo(function SourceNote({ from, reached, ...list }: SourceNoteProps) {
  const words = sourceWords(from, { reached, list, now: new Date(useMinute()) })
  return words === undefined ? null : <AgeNote>{words}</AgeNote>
})

/** Whoever types further down the list is looking for something else, which stands at its top. */
const useTopOnNewText = (text: string): void => {
  const before = useRef(text)
  useEffect(() => {
    const isNew = before.current !== text
    before.current = text
    if (isNew && window.scrollY > 0) window.scrollTo(0, 0)
  }, [text])
}
