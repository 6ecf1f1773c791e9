import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { LEVELS } from '#search/public-filters.ts'
import { useSessionId } from '#src/device/device-context.tsx'
import { useReached } from '#src/device/use-reached.ts'
import { needsLists } from '#src/features/search/engine/find-for-trolly.ts'
import type { FilterGroup } from '#src/features/search/filters/filter-groups.ts'
import { ActiveChips, FilterButton, FilterPanel } from '#src/features/search/filters/search-filters.tsx'
import { useFilterGroups } from '#src/features/search/filters/use-filter-groups.ts'
import styles from '#src/features/search/product-finder.module.css'
import {
  activeFilters,
  bodyOf,
  readRequest,
  type SearchRequest,
  withFilter,
  writeRequest,
} from '#src/features/search/request/search-request.ts'
import { markSearch } from '#src/features/search/request/search-session.ts'
import type { ProductRowsFor } from '#src/features/search/results/result-rows.tsx'
import { SearchResults } from '#src/features/search/results/search-results.tsx'
import { SourceNote } from '#src/features/search/results/source-note.tsx'
import {
  customerToTell,
  type SearchedFor,
  useFoundProducts,
} from '#src/features/search/results/use-found-products.ts'
import { useRecordedSearch } from '#src/features/search/results/use-recorded-search.ts'
import { ViewChoice } from '#src/features/search/results/view-choice.tsx'
import { SearchBox } from '#src/features/search/search-box.tsx'
import { countWords, failureWords, rewordingWords } from '#src/features/search/search-words.ts'
import { useLeaveKeys } from '#src/features/search/use-leave-keys.ts'
import { useListOnDevice } from '#src/features/search/use-list-on-device.ts'
import { useTopOnNewText } from '#src/features/search/use-top-on-new-text.ts'
import { ChipRow } from '#src/ui/action/chip.tsx'
import { useAddressParams } from '#src/ui/form/use-address-params.ts'
import { useTypedAhead } from '#src/ui/form/use-typed-ahead.ts'
import { InBar } from '#src/ui/layout/bar-slot.tsx'
import { focusRow } from '#src/ui/list/row-focus.ts'
import { useIsDesk } from '#src/ui/theme/use-media.ts'
import { CataloguePath } from './catalogue-path.tsx'
import { LevelTiles } from './level-tiles.tsx'

const MEMBER_CATALOGUE_PATH = '/other/product-catalogue'

export type MemberCatalogueProps = Omit<ProductRowsFor, 'pricesHere'> & {
  trolly: SearchedFor
  note?: ReactNode
}

/** The whole range by department, group and category. From the device's product list where it has arrived, so also offline. */
export function MemberCatalogue({ trolly, note, ...productRows }: MemberCatalogueProps) {
  const { request, type, change, reset } = useCatalogueAddress()
  const list = useListOnDevice(trolly)
  const reached = useReached()
  const navigate = useNavigate()
  const results = useFoundProducts(trolly, request, list)
  const search = useCounted(trolly, list, request.text)
  const { groups } = useFilterGroups(search, request.filters)
  const field = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLElement>(null)
  const toField = useCallback(() => field.current?.focus(), [])
  const leave = useLeaveKeys(toField)
  const isDesk = useIsDesk()
  useTopOnNewText(request.text)
  useRecordedSearch(trolly, request, results)
  const { found, isCurrent, failure } = results
  const failed =
    failure === undefined
      ? undefined
      : {
          words: failureWords(failure, { list, byFilter: !reached && needsLists(bodyOf(request, 1)) }),
          onRetry: results.again,
        }
  const reworded = isCurrent && found ? rewordingWords(found) : undefined
  const filters = { search, filters: request.filters, sort: request.sort, onChange: change, onReset: reset }
  const box = (
    <SearchBox
      text={request.text}
      onType={type}
      // A phone's keyboard goes, and a desk's leads on to the first product.
      onEnter={() =>
        isDesk ? focusRow(rows.current?.querySelector('[data-row="0"]')) : field.current?.blur()
      }
      onSuggestion={({ kind, text, filter, product_no }) => {
        if (kind === 'category' && filter) {
          type('')
          change({ text: '', filters: withFilter(request.filters, filter, text) })
        } else if (product_no) navigate(productRows.pathOf(product_no))
      }}
      suggestingFor={{ trolly, list }}
      field={field}
      rows={main}
      autoFocus={false}
    />
  )
  return (
    <div className={styles.finder}>
      <div className={styles.head} data-screen-only>
        {isDesk ? (
          box
        ) : (
          <>
            <InBar>{box}</InBar>
            <ChipRow label="Filters">
              <FilterButton {...filters} />
              <ActiveChips {...filters} filters={besidesLevels(request.filters)} groups={groups} />
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
      <section className={styles.main} aria-label="Products" ref={main} onKeyDown={leave}>
        {note}
        <CataloguePath
          filters={request.filters}
          pathOf={(within) => pathOf({ ...request, filters: within })}
        />
        <NextLevel request={request} groups={groups} />
        <div className={styles.said}>
          <p className={styles.count} role="status">
            {isCurrent && found && found.total > 0 ? countWords(found) : null}
            {reworded === undefined ? null : <span className={styles.reworded}> {reworded}</span>}
          </p>
          {isDesk ? (
            <>
              <ActiveChips {...filters} filters={besidesLevels(request.filters)} groups={groups} />
              <div className={styles.view}>
                <ViewChoice />
              </div>
            </>
          ) : null}
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
          {...productRows}
          request={request}
          search={search}
          found={found}
          isCurrent={isCurrent}
          failed={failed}
          isOver={false}
          pricesHere={found?.from === 'server' || list.pricesAt !== undefined}
          onPage={(page) => change({ page })}
          onReset={reset}
          onClearFilters={() => change({ filters: {} })}
          onCleared={toField}
          ref={rows}
        />
      </section>
    </div>
  )
}

/** The path says them. */
const besidesLevels = (filters: SearchRequest['filters']): SearchRequest['filters'] =>
  Object.fromEntries(activeFilters(filters).filter(([name]) => !LEVELS.some((level) => level === name)))

const pathOf = (request: SearchRequest): string => {
  const params = writeRequest({ ...request, page: 1 })
  return params.size === 0 ? MEMBER_CATALOGUE_PATH : `${MEMBER_CATALOGUE_PATH}?${params}`
}

/** Drawings at the start; with a search they would push its products away. */
function NextLevel({ request, groups }: { request: SearchRequest; groups: readonly FilterGroup[] }) {
  const level = LEVELS.find((each) => request.filters[each] === undefined)
  if (level === undefined) return null
  const choices = groups.find(({ name }) => name === level)?.choices ?? []
  return (
    <LevelTiles
      level={level}
      choices={choices.map(({ label, value, count }) => ({
        label,
        count,
        to: pathOf({ ...request, filters: withFilter(request.filters, level, value) }),
      }))}
      withDrawings={level === 'department' && request.text.trim() === ''}
    />
  )
}

const COUNTS_WAIT_MS = 350

const useCounted = (trolly: SearchedFor, list: ReturnType<typeof useListOnDevice>, text: string) => {
  const [settledText] = useDebouncedValue(text.trim(), COUNTS_WAIT_MS)
  const { id: trollyId, customerId } = trolly
  const toTell = customerToTell(trolly)
  const { stamp, listsStamp, products, complete } = list
  return useMemo(
    () => ({
      trollyId,
      customerId,
      customerToTell: toTell,
      list: { stamp, listsStamp, products, complete },
      text: settledText,
    }),
    [trollyId, customerId, toTell, stamp, listsStamp, products, complete, settledText],
  )
}

/** As the search's, but it begins empty: a catalogue is walked from its start. */
const useCatalogueAddress = () => {
  const sessionId = useSessionId()
  const [params, setParams] = useAddressParams()
  const inAddress = useMemo(() => readRequest(params), [params])
  const latest = useRef(inAddress)
  const write = useCallback(
    (next: SearchRequest, how: { replace: boolean }) =>
      setParams(writeRequest(next), { ...how, state: markSearch(sessionId) }),
    [setParams, sessionId],
  )
  const [typed, type] = useTypedAhead(inAddress.text, (text) =>
    write({ ...latest.current, text, page: 1 }, { replace: true }),
  )
  const request = useMemo(
    () => (typed === inAddress.text ? inAddress : { ...inAddress, text: typed, page: 1 }),
    [inAddress, typed],
  )
  useEffect(() => {
    latest.current = request
  }, [request])
  const change = useCallback(
    (part: Partial<SearchRequest>) => write({ ...latest.current, page: 1, ...part }, { replace: false }),
    [write],
  )
  const reset = useCallback(() => {
    type('')
    change({ text: '', filters: {} })
  }, [type, change])
  return { request, type, change, reset }
}
