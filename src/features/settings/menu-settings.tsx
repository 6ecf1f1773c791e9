import { SwitchField } from '#src/ui/form/switch-field.tsx'
import styles from './menu-settings.module.css'
import { useChangeableSettings } from './use-changeable-settings.ts'

/** What surrounds every page. */
export function MenuSettings() {
  const [settings, change] = useChangeableSettings()
  return (
    <div className={styles.switches}>
      <SwitchField
        label="Keep menu open"
        hint="On a wide screen; folded it shows icons alone."
        checked={settings.navigationDrawerExpanded}
        onChange={(event) => change({ navigationDrawerExpanded: event.target.checked })}
      />
      <SwitchField
        label="Install button in the menu"
        checked={settings.displayPWAButtonInsideOfNavigationDrawer}
        onChange={(event) => change({ displayPWAButtonInsideOfNavigationDrawer: event.target.checked })}
      />
      <SwitchField
        label="Offer to install on a phone"
        hint="A banner above the page, until the app is installed."
        checked={settings.displayPWABannerToUsersOnMobile}
        onChange={(event) => change({ displayPWABannerToUsersOnMobile: event.target.checked })}
      />
      <SwitchField
        label="Single-key shortcuts"
        hint="Turn off if you speak to your device and words set them off."
        checked={settings.singleKeyShortcuts}
        onChange={(event) => change({ singleKeyShortcuts: event.target.checked })}
      />
    </div>
  )
}
