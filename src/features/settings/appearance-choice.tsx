import { useMantineColorScheme } from '@mantine/core'
import { SegmentedFilter } from '#src/ui/action/segmented-filter.tsx'
import type { Appearance } from '#src/ui/theme/appearance.ts'

const OPTIONS = [
  { value: 'auto', label: 'Match device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies { value: Appearance; label: string }[]

export function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedFilter label="Appearance" options={OPTIONS} value={colorScheme} onChange={setColorScheme} />
  )
}
