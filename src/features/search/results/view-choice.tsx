import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useDevice } from '#src/device/device-context.tsx'
import { useSettings } from '#src/device/use-settings.ts'
import { IconButton } from '#src/ui/action/icon-button.tsx'

export const useTiles = (): boolean => !useSettings().userPreferenceListViewEnabled

export function ViewChoice() {
  const { settings } = useDevice()
  const tiles = useTiles()
  const Icon = tiles ? IconList : IconLayoutGrid
  return (
    <IconButton
      label={tiles ? 'Show as list' : 'Show as grid'}
      icon={<Icon size={20} stroke={1.75} aria-hidden="true" />}
      // Already applied; if saving fails it lasts as long as the page.
      onClick={() => void settings.change({ userPreferenceListViewEnabled: tiles }).catch(() => {})}
    />
  )
}
