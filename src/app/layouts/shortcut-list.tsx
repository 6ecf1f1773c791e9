import { Box, Kbd, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import type { ShellSettings } from './shell-navigation.tsx'

/** Keys handled by the lists and boxes themselves. */
const IN_LISTS = [
  { keys: '↑ ↓', label: 'Move between rows' },
  { keys: '0 – 9', label: 'Type the quantity' },
  { keys: '+ −', label: 'One more, one less' },
  { keys: 'Enter', label: 'Next row' },
  { keys: 'Esc', label: 'Close, or clear the text' },
]

const UNDO = { keys: 'Ctrl Z', label: 'Undo, when a message offers it' }

type ShortcutListProps = {
  shortcuts: readonly { keys: string; label: string }[]
  settings: ShellSettings
  onChange: (settings: Partial<ShellSettings>) => void
}

/** Opened by `?`. Users of dictation can turn off keys without Ctrl. */
export function ShortcutList({ shortcuts, settings, onChange }: ShortcutListProps) {
  return (
    <>
      <DefinitionList
        items={[...shortcuts, UNDO, ...IN_LISTS].map(({ keys, label }) => ({
          term: label,
          value: keys.split(' ').map((key) => (
            <Kbd key={key} ms={4}>
              {key}
            </Kbd>
          )),
        }))}
      />
      <Box mt={16} pt={12} style={{ borderTop: '1px solid var(--line)' }}>
        <Switch
          label="Single-key shortcuts"
          description="Turn off if voice control triggers them by mistake"
          checked={settings.singleKeyShortcuts}
          onChange={(event) => onChange({ singleKeyShortcuts: event.target.checked })}
        />
      </Box>
    </>
  )
}
