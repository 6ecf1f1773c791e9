import { Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useChangeableSettings } from './use-changeable-settings.ts'

export function MenuSettings() {
  const [settings, change] = useChangeableSettings()
  return (
    <Stack gap={12}>
      <Switch
        label="Keep menu open"
        description="On a wide screen. A collapsed menu shows icons only."
        checked={settings.navigationDrawerExpanded}
        onChange={(event) => change({ navigationDrawerExpanded: event.target.checked })}
      />
      <Switch
        label="Install button in the menu"
        checked={settings.displayPWAButtonInsideOfNavigationDrawer}
        onChange={(event) => change({ displayPWAButtonInsideOfNavigationDrawer: event.target.checked })}
      />
      <Switch
        label="Offer to install on a phone"
        description="A banner above the page, until the app is installed."
        checked={settings.displayPWABannerToUsersOnMobile}
        onChange={(event) => change({ displayPWABannerToUsersOnMobile: event.target.checked })}
      />
      <Switch
        label="Single-key shortcuts"
        description="Turn off if voice control triggers them by mistake."
        checked={settings.singleKeyShortcuts}
        onChange={(event) => change({ singleKeyShortcuts: event.target.checked })}
      />
    </Stack>
  )
}
