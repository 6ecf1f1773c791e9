import { Group, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { SORTS, type Sort } from '#search/sort.ts'
import { activeFilters, type SearchRequest, withFilter } from '#src/features/search/request/search-request.ts'
import { totalWords } from '#src/features/search/search-words.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Chip } from '#src/ui/action/chip.tsx'
import { SelectField } from '#src/ui/form/fields.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { FilterChoices } from './filter-choices.tsx'
import { type FilterGroup, filterLabel } from './filter-groups.ts'
import styles from './search-filters.module.css'
import { type FilteredSearch, useFilterGroups } from './use-filter-groups.ts'

type Choices = Pick<SearchRequest, 'filters' | 'sort'>

export type SearchFiltersProps = Choices & {
  /** With the settled text, so that typing redraws nothing here. */
  search: FilteredSearch
  onChange: (part: Choices) => void
  onReset: () => void
}

export const FilterButton = memo(function FilterButton(props: SearchFiltersProps) {
  const { onChange, onReset } = props
  const [open, setOpen] = useState(false)
  const active = activeFilters(props.filters)
  return (
    <>
      <Chip
        icon={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden="true" />}
        active={active.length > 0}
        onClick={() => setOpen(true)}
      >
        {active.length === 0 ? 'Filters' : `Filters · ${active.length}`}
      </Chip>
      <Sheet open={open} onClose={() => setOpen(false)} title="Filters and sorting">
        <Draft
          {...props}
          onReset={() => {
            setOpen(false)
            onReset()
          }}
          onChange={(part) => {
            setOpen(false)
            onChange(part)
          }}
        />
      </Sheet>
    </>
  )
})

/** A desk's filters apply at once. */
export const FilterPanel = memo(function FilterPanel(props: SearchFiltersProps) {
  const { search, filters, sort, onChange, onReset } = props
  const { groups } = useFilterGroups(search, filters)
  return (
    <Stack component="aside" gap={20} className={styles.panel ?? ''} aria-label="Filters" data-screen-only>
      <SortField sort={sort} onSort={(next) => onChange({ filters, sort: next })} />
      <FilterChoices
        groups={groups}
        filters={filters}
        onChange={(next) => onChange({ filters: next, sort })}
      />
      {activeFilters(filters).length > 0 ? (
        <Button variant="subtle" compact onClick={onReset}>
          Clear text and filters
        </Button>
      ) : null}
    </Stack>
  )
})

type ActiveChipsProps = Omit<SearchFiltersProps, 'search' | 'onReset'> & { groups: readonly FilterGroup[] }

export function ActiveChips({ groups, filters, sort, onChange }: ActiveChipsProps) {
  const active = activeFilters(filters)
  if (active.length === 0) return null
  return (
    <>
      {active.map((filter) => {
        const [name] = filter
        const label = filterLabel(filter, groups)
        return (
          <Chip
            key={name}
            removeLabel={`Remove filter ${label}`}
            onClick={() => onChange({ filters: withFilter(filters, name, undefined), sort })}
          >
            {label}
          </Chip>
        )
      })}
      <Chip onClick={() => onChange({ filters: {}, sort })}>Clear filters</Chip>
    </>
  )
}

/** Applied with one press: the sheet covers the products. */
function Draft({ search, filters, sort, onChange, onReset }: SearchFiltersProps) {
  const [draft, setDraft] = useState<Choices>({ filters, sort })
  const { groups, total } = useFilterGroups(search, draft.filters)
  return (
    <Stack gap={20}>
      <SortField sort={draft.sort} onSort={(chosen) => setDraft({ ...draft, sort: chosen })} />
      <FilterChoices
        groups={groups}
        filters={draft.filters}
        onChange={(chosen) => setDraft({ ...draft, filters: chosen })}
      />
      <Group wrap="nowrap" justify="space-between" gap={12} className={styles.actions ?? ''}>
        <Button variant="subtle" onClick={onReset}>
          Clear all
        </Button>
        <Button variant="filled" onClick={() => onChange({ filters: draft.filters, sort: draft.sort })}>
          {total === undefined ? 'Show products' : `Show ${totalWords(total)}`}
        </Button>
      </Group>
    </Stack>
  )
}

const SORT_OPTIONS = SORTS.map(({ value, name }) => ({ value, label: name }))

function SortField({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <SelectField
      name="sort_by"
      label="Sort by"
      data={SORT_OPTIONS}
      value={sort}
      onChange={(event) => {
        const chosen = SORTS.find(({ value }) => value === event.currentTarget.value)
        if (chosen) onSort(chosen.value)
      }}
    />
  )
}
