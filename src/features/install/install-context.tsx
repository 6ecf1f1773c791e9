import { IconDeviceMobileDown, IconX } from '@tabler/icons-react'
import { createContext, useContext, useState, useSyncExternalStore } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { Mark } from '#src/ui/brand/mark.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { useIsDesk } from '#src/ui/theme/use-media.ts'
import type { InstallPrompt, InstallState } from './install-prompt.ts'

const InstallContext = createContext<InstallPrompt | undefined>(undefined)

export const InstallPromptProvider = InstallContext.Provider

export const useIsInstallable = (): boolean => useInstall().state !== 'unavailable'

/** By the person's own hand, as on an iPhone, whose installed app has a storage of its own. */
export const useIsInstalledByHand = (): boolean => useInstall().state === 'by-hand'

/** Whether it was when this page opened: browsers offer it seconds later, and a banner would push rows from under a finger. */
export const useWasInstallable = (page: string): boolean => {
  const isInstallable = useIsInstallable()
  const [opened, setOpened] = useState({ page, isInstallable })
  if (opened.page !== page) setOpened({ page, isInstallable })
  return opened.isInstallable
}

export function InstallButton() {
  const { state, prompt } = useInstall()
  const [stepsOpen, setStepsOpen] = useState(false)
  if (state === 'unavailable') return null
  return (
    <>
      <Button
        variant="subtle"
        icon={<IconDeviceMobileDown size={20} aria-hidden="true" />}
        onClick={() => (state === 'by-hand' ? setStepsOpen(true) : void prompt?.install())}
      >
        Install the app
      </Button>
      <Sheet open={stepsOpen} onClose={() => setStepsOpen(false)} title="Install the app">
        {STEPS}
      </Sheet>
    </>
  )
}

export type InstallBannerProps = {
  /** The setting `displayPWABannerToUsersOnMobile`: on until dismissed (specification, section 9). */
  wanted: boolean
  onDismiss: () => void
}

/** The banner shows neither on a desk nor in the installed app. */
export function InstallBanner({ wanted, onDismiss }: InstallBannerProps) {
  const { state, prompt } = useInstall()
  const isDesk = useIsDesk()
  if (!wanted || isDesk || state === 'unavailable') return null
  return (
    <Banner
      tone="blue"
      icon={<Mark size={20} />}
      action={
        <>
          {state === 'offered' ? (
            <Button compact onClick={() => void prompt?.install()}>
              Install
            </Button>
          ) : null}
          <IconButton label="Not now" icon={<IconX size={20} aria-hidden="true" />} onClick={onDismiss} />
        </>
      }
    >
      <strong>Add Trolly to your home screen.</strong> It opens instantly, even offline.
      {state === 'by-hand' ? <> {STEPS}</> : null}
    </Banner>
  )
}

const STEPS = (
  <>
    Press the Share button of your browser, then <strong>Add to Home Screen</strong>.
  </>
)

const useInstall = () => {
  const prompt = useContext(InstallContext)
  const { subscribe, state } = prompt ?? NO_PROMPT
  return { prompt, state: useSyncExternalStore(subscribe, state, () => 'unavailable' as const) }
}

const NO_PROMPT = {
  state: (): InstallState => 'unavailable',
  subscribe: () => () => {},
}
