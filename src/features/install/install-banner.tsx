import { IconX } from '@tabler/icons-react'
import { Button } from '#src/ui/action/button.tsx'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { Mark } from '#src/ui/brand/mark.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { useIsDesk } from '#src/ui/theme/use-media.ts'
import type { InstallPrompt } from './install-prompt.ts'
import { InstallSteps } from './install-steps.tsx'
import { useInstallState } from './use-install.ts'

export type InstallBannerProps = {
  prompt: InstallPrompt
  /** The setting `displayPWABannerToUsersOnMobile`: on until dismissed (specification, section 9). */
  wanted: boolean
  onDismiss: () => void
}

/** Not on a desk, and not if installed. */
export function InstallBanner({ prompt, wanted, onDismiss }: InstallBannerProps) {
  const state = useInstallState(prompt)
  const isDesk = useIsDesk()
  if (!wanted || isDesk || state === 'unavailable') return null
  return (
    <Banner
      tone="blue"
      icon={<Mark size={20} />}
      action={
        <>
          {state === 'offered' ? (
            <Button compact onClick={() => void prompt.install()}>
              Install
            </Button>
          ) : null}
          <IconButton label="Not now" icon={<IconX size={20} aria-hidden="true" />} onClick={onDismiss} />
        </>
      }
    >
      <strong>Add Trolly to your home screen.</strong> It opens instantly, even offline.
      {state === 'by-hand' ? (
        <>
          {' '}
          <InstallSteps />
        </>
      ) : null}
    </Banner>
  )
}
