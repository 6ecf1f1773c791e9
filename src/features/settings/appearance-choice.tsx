import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'

const OPTIONS = [
  { value: 'auto', label: 'Match device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies { value: MantineColorScheme; label: string }[]

export function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl aria-label="Appearance" data={OPTIONS} value={colorScheme} onChange={setColorScheme} />
  )
}
