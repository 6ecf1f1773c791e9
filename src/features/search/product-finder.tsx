import { Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Product } from '#domain/product.ts'
import type { AnyFilterName } from '#search/filters.ts'
import { useReached } from '#src/device/use-reached.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ChipRow } from '#src/ui/action/chip.tsx'
import { InBar } from '#src/ui/layout/bar-slot.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { useIsDesk } from '#src/ui/theme/use-media.ts'
import { type FoundForTrolly, needsLists } from './engine/find-for-trolly.ts'
import { DepartmentTiles } from './filters/department-tiles.tsx'
import { isAdvertOver } from './filters/filter-groups.ts'
import { categoriesOf, NarrowChips } from './filters/narrow-chips.tsx'
import { ActiveChips, FilterButton, FilterPanel } from './filters/search-filters.tsx'
import { useFilterGroups } from './filters/use-filter-groups.ts'
import styles from './product-finder.module.css'
import { bodyOf, isStart, withFilter } from './request/search-request.ts'
import { useSearchAddress } from './request/use-search-address.ts'
import type { ProductRowsFor } from './results/result-rows.tsx'
import { SearchResults } from './results/search-results.tsx'
import { SourceNote } from './results/source-note.tsx'
import { customerToTell, type SearchedFor, useFoundProducts } from './results/use-found-products.ts'
import { useRecordedSearch } from './results/use-recorded-search.ts'
import { useUsualProducts } from './results/use-usual-products.ts'
import { UsualProducts } from './results/usual-products.tsx'
import { ViewChoice } from './results/view-choice.tsx'
import { SearchBox } from './search-box.tsx'
import { countWords, failureWords, rewordingWords } from './search-words.ts'
import { useEnter } from './use-enter.ts'
import { useLeaveKeys } from './use-leave-keys.ts'
import { useListOnDevice } from './use-list-on-device.ts'
import { useTopOnNewText } from './use-top-on-new-text.ts'

export type ProductFinderProps = Omit<ProductRowsFor, 'pricesHere'> & {
  trolly: SearchedFor
  /** How many of each the customer last ordered. */
  lastQuantities: ReadonlyMap<string, number>
  /** Between the field and the products: why nothing can be changed now. */
  note?: ReactNode
  /** Beside the field or, on a phone, before the filters. */
  actions?: ReactNode
  /** Before anything is typed or filtered. @param onOpen limits the search to an advert */
  offers?: (onOpen: (code: string) => void) => ReactNode
}

export function ProductFinder(props: ProductFinderProps) {
  const { trolly, lastQuantities, note, actions, offers, ...productRows } = props
  const { lines, readOnly, onQuantity } = productRows
  const { request, type, change, reset } = useSearchAddress(trolly.id)
  const list = useListOnDevice(trolly)
  const reached = useReached()
  const navigate = useNavigate()
  const results = useFoundProducts(trolly, request, list)
  const [settledText] = useDebouncedValue(request.text.trim(), COUNTS_WAIT_MS)
  const { id: trollyId, customerId } = trolly
  const toTell = customerToTell(trolly)
  const { stamp, listsStamp, products, complete } = list
  const search = useMemo(
    () => ({
      trollyId,
      customerId,
      customerToTell: toTell,
      list: { stamp, listsStamp, products, complete },
      text: settledText,
    }),
    [trollyId, customerId, toTell, stamp, listsStamp, products, complete, settledText],
  )
  const field = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLElement>(null)
  const toField = useCallback(() => {
    field.current?.focus()
    // Select the text, so that the next name replaces it.
    field.current?.select()
  }, [])
  const leave = useLeaveKeys(toField)
  const isDesk = useIsDesk()

  const addEntered = useCallback(
    (product: Product, quantity: number | undefined) => {
      const line = lines.get(product.product_no)
      const present = line && !line.removed ? line.quantity : 0
      if (readOnly || !onQuantity || (present > 0 && quantity === undefined)) return
      const by = quantity ?? 1
      // The error has already been shown, and there is no box to reset.
      Promise.resolve(onQuantity({ quantity: present + by, by, entry: 'step' }, product)).catch(() => {})
    },
    [lines, readOnly, onQuantity],
  )
  const enter = useEnter({ results, rows, onProduct: addEntered, leadsIntoRows: isDesk, toField })
  const { found, isCurrent, failure } = results
  const atStart = isStart(request)
  const usual = useUsualProducts(trolly)
  const isUsualLoading = atStart && usual.state === 'loading'
  const showsUsual = atStart && usual.state === 'ready' && usual.value.length > 0
  const { departments, groups, total } = useFilterGroups(search, request.filters)
  useTopOnNewText(request.text)
  useRecordedSearch(trolly, request, results)
  const choose = (name: AnyFilterName, value: string) =>
    change({ filters: withFilter(request.filters, name, value), sort: request.sort })
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
      <ActiveChips {...filters} groups={groups} />
      <NarrowChips categories={categories} filters={request.filters} sort={request.sort} onChange={change} />
    </>
  )
  const failed =
    failure === undefined
      ? undefined
      : {
          words: failureWords(failure, { list, byFilter: !reached && needsLists(bodyOf(request, 1)) }),
          onRetry: results.again,
        }

  const box = (
    <SearchBox
      text={request.text}
      onType={type}
      onEnter={enter.onEnter}
      onSuggestion={({ kind, text, filter, product_no }) => {
        if (kind === 'category' && filter) {
          type('')
          // Filters that were chosen for another text might leave nothing of the category.
          change({ text: '', filters: { [filter]: text } })
        } else if (product_no) navigate(productRows.pathOf(product_no))
      }}
      suggestingFor={{ trolly, list }}
      field={field}
      rows={main}
      autoFocus={isDesk}
    />
  )
  const forRows = { ...productRows, pricesHere: list.pricesAt !== undefined }

  return (
    <div className={styles.finder}>
      <div className={styles.head} data-screen-only>
        {isDesk ? (
          <Group gap={8} wrap="nowrap">
            {box}
            {actions}
          </Group>
        ) : (
          <>
            <InBar>{box}</InBar>
            <ChipRow label="Filters">
              {actions}
              <FilterButton {...filters} />
              {chips}
            </ChipRow>
            <ViewChoice />
          </>
        )}
      </div>
      {isDesk ? (
        <div className={styles.side}>
          <FilterPanel {...filters} />
        </div>
      ) : null}
      <section
        className={styles.main}
        aria-label="Products"
        ref={main}
        onKeyDown={(event) => {
          leave(event)
          enter.onKeyDown(event)
        }}
      >
        {note}
        {atStart ? (
          <>
            {offers?.((code) => choose('advert', code))}
            <DepartmentTiles departments={departments} onChoose={({ name, value }) => choose(name, value)} />
          </>
        ) : null}
        <div className={styles.said} data-quiet={(!showsUsual && reworded === undefined) || undefined}>
          {showsUsual ? <h2>You usually buy</h2> : null}
          <p className={styles.count} role="status">
            {isCurrent && found && !showsUsual ? <Count found={found} /> : null}
            {reworded === undefined ? null : <span className={styles.reworded}> {reworded}</span>}
          </p>
          {isDesk ? (
            <>
              {chips}
              <div className={styles.view}>
                <ViewChoice />
              </div>
            </>
          ) : null}
        </div>
        {failed ? null : (
          <SourceNote
            from={showsUsual ? 'device' : isUsualLoading ? undefined : found?.from}
            reached={reached}
            products={list.products}
            pricesAt={list.pricesAt}
          />
        )}
        {showsUsual ? (
          <UsualProducts
            label="You usually buy"
            products={usual.value}
            atFirst={isDesk ? undefined : USUAL_ON_PHONE}
            more={<Button onClick={() => change({ all: true })}>All products</Button>}
            addQuantities={lastQuantities}
            {...forRows}
          />
        ) : (
          <SearchResults
            request={request}
            search={search}
            found={isUsualLoading ? undefined : found}
            isCurrent={isCurrent && !isUsualLoading}
            failed={failed}
            isOver={total !== undefined && isAdvertOver(request.filters, groups)}
            {...forRows}
            pricesHere={found?.from === 'server' || forRows.pricesHere}
            onPage={(page) => change({ page })}
            onReset={reset}
            onClearFilters={() => change({ filters: {} })}
            onCleared={toField}
            ref={rows}
          />
        )}
      </section>
    </div>
  )
}

/** Avoids recounting the filters for every letter. */
const COUNTS_WAIT_MS = 350

/** Two strokes of a thumb. */
const USUAL_ON_PHONE = 8

const NO_CATEGORIES: readonly string[] = []

/** The list itself shows the empty state. */
function Count({ found }: { found: FoundForTrolly }) {
  return found.total > 0 ? countWords(found) : <Hidden>No products found</Hidden>
}
