import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { CatalogueReply } from '#contract/catalogue.ts'
import { numberText } from '#domain/plain-text.ts'
import { LEVELS, type PublicFilter } from '#search/public-filters.ts'
import { reasonOf } from '#src/api/messages.ts'
import { useApi } from '#src/device/device-context.tsx'
import { countWords, exactOnPage, rewordingWords } from '#src/features/search/search-words.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { ChipLink, ChipNav } from '#src/ui/action/chip.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { CataloguePath } from './catalogue-path.tsx'
import { type LevelChoice, LevelTiles } from './level-tiles.tsx'
import styles from './public-catalogue.module.css'
import { PublicProducts } from './public-products.tsx'
import {
  CATALOGUE_PATH,
  cataloguePath,
  catalogueTitle,
  type PublicRequest,
  publicSearchQuery,
  readPublicRequest,
} from './public-queries.ts'
import { PublicSearch } from './public-search.tsx'

/** Made of links and a form, so that it works before its script has come, and without. */
export function PublicCatalogue() {
  const [params] = useSearchParams()
  const request = useMemo(() => readPublicRequest(params), [params])
  const { data, isPlaceholderData, isError, error, refetch } = useQuery(publicSearchQuery(useApi(), request))
  const failed = isError
    ? { words: `The catalogue could not be loaded. ${reasonOf(error)}`, onRetry: refetch }
    : undefined
  // Products of the page before say nothing about a page that failed.
  const found = isError ? undefined : data
  const exact = found && exactOnPage(found)
  return (
    <>
      <PageHeader title={catalogueTitle(request)} />
      <CataloguePath filters={request.filters} pathOf={(filters) => cataloguePath({ filters })} />
      <PublicSearch text={request.text} />
      {found ? <Levels request={request} filters={found.filters} /> : null}
      {found ? <Filters request={request} filters={found.filters} /> : null}
      <section aria-label="Products" aria-busy={isPlaceholderData || undefined}>
        <p className={styles.count} role="status">
          {found && found.total > 0 ? countWords(found) : null}
          {found && rewordingWords(found) ? <strong> {rewordingWords(found)}</strong> : null}
        </p>
        <ListState
          count={found?.data.length ?? 0}
          loading={found === undefined}
          failed={failed}
          empty={{
            words: emptyWords(request),
            action: (
              <Group gap={8} justify="center">
                {isFiltered(request) ? (
                  <ButtonLink to={cataloguePath({ text: request.text })}>Clear filters</ButtonLink>
                ) : null}
                <ButtonLink to={CATALOGUE_PATH}>See the whole catalogue</ButtonLink>
              </Group>
            ),
          }}
        >
          {exact === 0 ? null : (
            <PublicProducts label="Products found" products={found?.data.slice(0, exact) ?? []} />
          )}
          {exact === undefined ? null : (
            <>
              <h2 className={styles.similar}>Similar</h2>
              <PublicProducts label="Similar products" products={found?.data.slice(exact) ?? []} />
            </>
          )}
          {found ? <Pager request={request} found={found} /> : null}
        </ListState>
      </section>
    </>
  )
}

const emptyWords = (request: PublicRequest): string => {
  const { text } = request
  if (text === '') return 'No products here at the moment.'
  return `No products found for “${text}”${isFiltered(request) ? ' with these filters' : ''}.`
}

const isFiltered = ({ text, filters }: PublicRequest): boolean =>
  text !== '' && Object.keys(filters).length > 0

type Counted = { request: PublicRequest; filters: CatalogueReply['filters'] }

/** The next level; at the first, drawings of the departments. */
function Levels({ request, filters }: Counted) {
  const next = LEVELS.find((level) => request.filters[level] === undefined)
  if (next === undefined) return null
  const choices = filters[next].options.map(
    ({ name, parameter_value: value, count }): LevelChoice => ({
      label: name,
      count,
      to: cataloguePath({ ...request, page: 1, filters: { ...request.filters, [next]: value } }),
    }),
  )
  return (
    <LevelTiles level={next} choices={choices} withDrawings={next === 'department' && request.text === ''} />
  )
}

/** Each is a link that narrows, or widens again what it has narrowed. */
function Filters({ request, filters }: Counted) {
  const choices = [
    ...filters.storage_type.options,
    ...filters.suitable_for.options,
    ...(filters.new.enabled ? [{ ...filters.new, name: 'New to the range' }] : []),
  ].map(({ name, parameter_name, parameter_value, count }) => {
    const filter = parameter_name as PublicFilter
    const { [filter]: active, ...others } = request.filters
    const isOn = active === parameter_value
    const next = isOn ? others : { ...request.filters, [filter]: parameter_value }
    return { name, count, isOn, to: cataloguePath({ ...request, page: 1, filters: next }) }
  })
  if (choices.length < 2 && !choices.some(({ isOn }) => isOn)) return null
  return (
    <ChipNav label="Filters">
      {choices.map(({ name, count, isOn, to }) => (
        <ChipLink
          key={name}
          to={to}
          active={isOn}
          count={count === undefined ? undefined : numberText(count)}
        >
          {name}
        </ChipLink>
      ))}
    </ChipNav>
  )
}

function Pager({
  request,
  found: { page, pageLength, total },
}: {
  request: PublicRequest
  found: CatalogueReply
}) {
  const pages = Math.ceil(total / pageLength)
  if (pages <= 1) return null
  const pathOf = (to: number) => cataloguePath({ ...request, page: to })
  return (
    <Group
      component="nav"
      wrap="nowrap"
      justify="space-between"
      gap={12}
      className={styles.pager ?? ''}
      aria-label="Product pages"
    >
      {page > 1 ? <ButtonLink to={pathOf(page - 1)}>Previous</ButtonLink> : <span />}
      <Text size="xs" c="dimmed" ta="center">
        Page {numberText(page)} of {numberText(pages)}
      </Text>
      {page < pages ? <ButtonLink to={pathOf(page + 1)}>Next</ButtonLink> : <span />}
    </Group>
  )
}
