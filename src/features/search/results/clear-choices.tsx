import { Group, Stack, Text } from '@mantine/core'
import { type FilteredSearch, useFilterGroups } from '#src/features/search/filters/use-filter-groups.ts'
import { activeFilters, type SearchRequest } from '#src/features/search/request/search-request.ts'
import { totalWords } from '#src/features/search/search-words.ts'
import { Button } from '#src/ui/action/button.tsx'

type ClearChoicesProps = {
  request: SearchRequest
  search: FilteredSearch
  onReset: () => void
  onClearFilters: () => void
}

/** What a search that found nothing can be without. Nothing for a list of all products. */
export function ClearChoices({ request, search, onReset, onClearFilters }: ClearChoicesProps) {
  const isTyped = request.text.trim() !== ''
  const isFiltered = activeFilters(request.filters).length > 0
  if (isTyped && isFiltered) {
    return (
      <Stack gap={12} align="center">
        <TotalWithoutFilters search={search} />
        <Group gap={8} justify="center">
          <Button onClick={onClearFilters}>Clear filters</Button>
          <Button onClick={onReset}>Clear text and filters</Button>
        </Group>
      </Stack>
    )
  }
  if (!isTyped && !isFiltered) return null
  return <Button onClick={onReset}>{isTyped ? 'Clear search' : 'Clear filters'}</Button>
}

function TotalWithoutFilters({ search }: Pick<ClearChoicesProps, 'search'>) {
  const { total } = useFilterGroups(search, NO_FILTERS)
  return total ? <Text size="sm">{totalWords(total)} without filters</Text> : null
}

const NO_FILTERS: SearchRequest['filters'] = {}
