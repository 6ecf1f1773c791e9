import { Box } from '@mantine/core'
import { InstallHere } from '#src/features/install/install-context.tsx'
import { AppearanceChoice } from '#src/features/settings/appearance-choice.tsx'
import { MenuSettings } from '#src/features/settings/menu-settings.tsx'
import { SearchSettings } from '#src/features/settings/search-settings.tsx'
import { StorageUsed } from '#src/features/settings/storage-used.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'

export function Screen() {
  return (
    <Box maw="44rem">
      <PageHeader title="Settings" detail="These apply to this device only" actions={<InstallHere />} />
      <Section title="Appearance">
        <AppearanceChoice />
      </Section>
      <Section title="Search">
        <SearchSettings />
      </Section>
      <Section title="Menus and shortcuts">
        <MenuSettings />
      </Section>
      <Section title="Storage">
        <StorageUsed />
      </Section>
    </Box>
  )
}
