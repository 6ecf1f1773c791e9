import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useDevice } from '#src/device/device-context.tsx'
import { useSettings } from '#src/device/use-settings.ts'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { useAnnouncement } from './company-context.tsx'

/** What the company tells its customers. One that was dismissed stays away; the next one shows, unless the setting turns them off. */
export function AnnouncementBanner() {
  const { settings: stored } = useDevice()
  const settings = useSettings()
  const told = useAnnouncement()
  // One that comes while the page is open would push it from under a finger.
  const [announcement] = useState(told)
  const isWanted =
    settings.userWantsToSeeCustomersAnnouncementBanner && settings.dismissedAnnouncement !== announcement
  if (announcement === undefined || !isWanted) return null
  return (
    <Banner
      tone="blue"
      action={
        <IconButton
          label="Dismiss announcement"
          icon={<IconX size={20} aria-hidden="true" />}
          // If it cannot be kept, it lasts as long as the page.
          onClick={() => void stored.change({ dismissedAnnouncement: announcement }).catch(() => {})}
        />
      }
    >
      {announcement}
    </Banner>
  )
}
