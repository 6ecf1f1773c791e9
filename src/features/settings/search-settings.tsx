import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Group, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { PAGE_SIZE_MAX, pageSizeOf } from '#domain/page-size.ts'
import { useChangeableSettings } from './use-changeable-settings.ts'

const SIZES = [12, 24, PAGE_SIZE_MAX].map((size) => ({ value: String(size), label: String(size) }))
const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'grid', label: 'Grid' },
]

export function SearchSettings() {
  const [settings, change] = useChangeableSettings()
  return (
    <>
      <SettingRow label="Products per page">
        <SegmentedControl
          aria-label="Products per page"
          data={SIZES}
          value={String(pageSizeOf(settings.productsDisplayedPerPage))}
          onChange={(size) => change({ productsDisplayedPerPage: Number(size) })}
        />
      </SettingRow>
      <SettingRow label="Show products as">
        <SegmentedControl
          aria-label="Show products as"
          data={VIEWS}
          value={settings.userPreferenceListViewEnabled ? 'list' : 'grid'}
          onChange={(view) => change({ userPreferenceListViewEnabled: view === 'list' })}
        />
      </SettingRow>
    </>
  )
}

/** The control has its own accessible name. */
function SettingRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="8px 16px" mih="var(--target)" py={8}>
      <span aria-hidden="true">{label}</span>
      {children}
    </Group>
  )
}
