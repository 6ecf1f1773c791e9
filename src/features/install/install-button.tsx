import { IconDeviceMobileDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import type { InstallPrompt } from './install-prompt.ts'
import { InstallSteps } from './install-steps.tsx'
import { useInstallState } from './use-install.ts'

export type InstallButtonProps = {
  prompt: InstallPrompt
  /** In the drawer, the setting `displayPWAButtonInsideOfNavigationDrawer`. */
  wanted?: boolean
}

export function InstallButton({ prompt, wanted = true }: InstallButtonProps) {
  const state = useInstallState(prompt)
  const [stepsOpen, setStepsOpen] = useState(false)
  if (!wanted || state === 'unavailable') return null
  return (
    <>
      <Button
        variant="subtle"
        icon={<IconDeviceMobileDown size={20} aria-hidden="true" />}
        onClick={() => (state === 'by-hand' ? setStepsOpen(true) : void prompt.install())}
      >
        Install the app
      </Button>
      <Sheet open={stepsOpen} onClose={() => setStepsOpen(false)} title="Install the app">
        <InstallSteps />
      </Sheet>
    </>
  )
}
