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
        label="Always show the menus"
        description="If off, they hide as you scroll down and come back as you scroll up."
        checked={settings.alwaysShowNavigationMenus}
        onChange={(event) => change({ alwaysShowNavigationMenus: event.target.checked })}
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
        label="Announcements on the home page"
        description="Those that you have dismissed stay away until you turn this off and on again."
        checked={settings.userWantsToSeeCustomersAnnouncementBanner}
        onChange={(event) =>
          change({
            userWantsToSeeCustomersAnnouncementBanner: event.target.checked,
            dismissedAnnouncement: '',
          })
        }
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
