import { PAGE_SIZE_MAX, pageSizeOf } from '#domain/page-size.ts'
import { SegmentedFilter } from '#src/ui/action/segmented-filter.tsx'
import { SettingRow } from './setting-row.tsx'
import { useChangeableSettings } from './use-changeable-settings.ts'

const SIZES = [12, 24, PAGE_SIZE_MAX].map((size) => ({ value: String(size), label: String(size) }))
const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'grid', label: 'Grid' },
] as const

/** How products are shown by a search. */
export function SearchSettings() {
  const [settings, change] = useChangeableSettings()
  return (
    <>
      <SettingRow label="Products per page">
        <SegmentedFilter
          label="Products per page"
          options={SIZES}
          value={String(pageSizeOf(settings.productsDisplayedPerPage))}
          onChange={(size) => change({ productsDisplayedPerPage: Number(size) })}
        />
      </SettingRow>
      <SettingRow label="Show products as">
        <SegmentedFilter
          label="Show products as"
          options={VIEWS}
          value={settings.userPreferenceListViewEnabled ? 'list' : 'grid'}
          onChange={(view) => change({ userPreferenceListViewEnabled: view === 'list' })}
        />
      </SettingRow>
    </>
  )
}
