import { memo } from 'react'
import type { Product } from '#domain/product.ts'
import { type SearchRequest, withFilter } from '#src/features/search/request/search-request.ts'
import { Chip } from '#src/ui/action/chip.tsx'

/** The most common categories in sight; none if all products share one. */
export const categoriesOf = (products: readonly Product[]): string[] => {
  const counts = new Map<string, number>()
  for (const { category } of products)
    if (category !== '') counts.set(category, (counts.get(category) ?? 0) + 1)
  if (counts.size < 2) return []
  return [...counts]
    .filter(([, count]) => count >= SUGGESTED_FROM)
    .sort(([, a], [, b]) => b - a)
    .slice(0, SUGGESTED_MOST)
    .map(([category]) => category)
}

const SUGGESTED_FROM = 2
const SUGGESTED_MOST = 4

type NarrowChipsProps = {
  categories: readonly string[]
  filters: SearchRequest['filters']
  sort: SearchRequest['sort']
  onChange: (part: Pick<SearchRequest, 'filters' | 'sort'>) => void
}

export const NarrowChips = memo(
  function NarrowChips({ categories, filters, sort, onChange }: NarrowChipsProps) {
    return categories.map((category) => (
      <Chip
        key={category}
        onClick={() => onChange({ filters: withFilter(filters, 'category', category), sort })}
      >
        {category}
      </Chip>
    ))
  },
  (a, b) =>
    a.filters === b.filters &&
    a.sort === b.sort &&
    a.onChange === b.onChange &&
    a.categories.join('\n') === b.categories.join('\n'),
)
