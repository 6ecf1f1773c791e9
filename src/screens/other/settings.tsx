import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Box, type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { InstallSteps } from '#src/features/about/install-steps.tsx'
import { ContactForm } from '#src/features/account/account-forms.tsx'
import { SignInCode } from '#src/features/account/sign-in-code.tsx'
import { InstallButton, useIsInstalledByHand } from '#src/features/install/install-context.tsx'
import { PushSettings } from '#src/features/push/push-settings.tsx'
import { MenuSettings } from '#src/features/settings/menu-settings.tsx'
import { SearchSettings } from '#src/features/settings/search-settings.tsx'
import { StorageUsed } from '#src/features/settings/storage-used.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'

export function Screen() {
  const isInstalledByHand = useIsInstalledByHand()
  return (
    <Box maw="44rem" mx={{ base: 'auto', lg: 0 }}>
      <PageHeader title="Settings" detail="These apply to this device only" />
      <Section title="Appearance">
        <AppearanceChoice />
      </Section>
      <Section title="Search">
        <SearchSettings />
      </Section>
      <Section title="Menus and shortcuts">
        <MenuSettings />
      </Section>
      <Section title="Privacy and cookies">
        <p>These are the same on every device that you sign in on.</p>
        <ContactForm />
      </Section>
      <Section title="Notifications">
        <PushSettings mustInstall={isInstalledByHand} />
      </Section>
      <Section title="Install the app" action={<InstallButton />}>
        <InstallSteps />
        {isInstalledByHand ? <SignInCode /> : null}
      </Section>
      <Section title="Storage">
        <StorageUsed />
      </Section>
    </Box>
  )
}

const OPTIONS = [
  { value: 'auto', label: 'Match device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies { value: MantineColorScheme; label: string }[]

function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl aria-label="Appearance" data={OPTIONS} value={colorScheme} onChange={setColorScheme} />
  )
}
