import { type ReactNode, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { InstallBanner } from '#src/features/install/install-banner.tsx'
import { InstallButton } from '#src/features/install/install-button.tsx'
import type { InstallPrompt } from '#src/features/install/install-prompt.ts'
import type { UpdateFlow } from '#src/features/updates/update-flow.ts'
import { UpdatePrompt } from '#src/features/updates/update-prompt.tsx'
import { useUpdateOnNavigation } from '#src/features/updates/use-updates.ts'
import { type Session, SessionProvider } from './session-context.ts'
import {
  NO_PORTS,
  type ShellPorts,
  ShellPortsProvider,
  type ShellSettings,
  useShellPorts,
} from './shell-ports.ts'
import type { Started } from './start.ts'

/** Joins features to the shell: the one place that knows which feature fills which place. */
export function AppPorts({ started, children }: { started: Started | undefined; children: ReactNode }) {
  const settings = useShellSettings()
  const ports = useMemo<ShellPorts>(
    () => ({ ...NO_PORTS, ...(started && startedPorts(started)), settings }),
    [started, settings],
  )
  return (
    <SessionProvider value={SIGNED_OUT}>
      <ShellPortsProvider value={ports}>{children}</ShellPortsProvider>
    </SessionProvider>
  )
}

function startedPorts({ updates, installPrompt }: Started) {
  return {
    Banners: () => <UpdateBanner updates={updates} />,
    InstallButton: () => <InstallButton prompt={installPrompt} />,
    InstallBanner: () => <WantedInstallBanner prompt={installPrompt} />,
  }
}

function UpdateBanner({ updates }: { updates: UpdateFlow }) {
  useUpdateOnNavigation(updates, useLocation().pathname)
  return <UpdatePrompt updates={updates} />
}

function WantedInstallBanner({ prompt }: { prompt: InstallPrompt }) {
  const { settings } = useShellPorts()
  return (
    <InstallBanner
      prompt={prompt}
      wanted={settings.displayPWABannerToUsersOnMobile}
      onDismiss={() => settings.change({ displayPWABannerToUsersOnMobile: false })}
    />
  )
}

const SIGNED_OUT: Session = { status: 'signed-out', user: undefined }

function useShellSettings(): ShellSettings {
  const [kept, setKept] = useState(NO_PORTS.settings)
  return useMemo(
    () => ({ ...kept, change: (settings) => setKept((before) => ({ ...before, ...settings })) }),
    [kept],
  )
}
