import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { User } from '#domain/user.ts'
import type { ForcedSignOut } from '#src/api/client.ts'
import type { Device, Forced, SessionState } from '#src/device/device.ts'
import { DeviceProvider, useSession } from '#src/device/device-context.tsx'
import { useSettings } from '#src/device/use-settings.ts'
import { useCompany } from '#src/features/company/use-company.ts'
import { InstallBanner } from '#src/features/install/install-banner.tsx'
import { InstallButton } from '#src/features/install/install-button.tsx'
import { InstallPromptProvider } from '#src/features/install/install-context.tsx'
import { useInstallState } from '#src/features/install/use-install.ts'
import type { UpdateFlow } from '#src/features/updates/update-flow.ts'
import { UpdatePrompt } from '#src/features/updates/update-prompt.tsx'
import { useUpdateOnNavigation } from '#src/features/updates/use-updates.ts'
import { isAnythingKept } from '#src/store/browser-settings.ts'
import { setGlobalError } from './error/global-error.ts'
import type { LateDevice } from './late-device.ts'
import { type Session, SessionProvider } from './session-context.ts'
import { NO_PORTS, type ShellPorts, ShellPortsProvider, useShellPorts } from './shell-ports.ts'
import type { Started } from './start.ts'
import { isLightPage } from './start-device.ts'
import { requireUserParts } from './user-parts.ts'

/** Joins features to the shell: the one place that knows which feature fills which place. */
export function AppPorts({ started, children }: { started: Started | undefined; children: ReactNode }) {
  // Nothing has started: the error view is all there is to show.
  if (!started) return <SessionProvider value={SIGNED_OUT}>{children}</SessionProvider>
  return (
    <QueryClientProvider client={started.replies.client}>
      <DeviceProvider device={started.device}>
        <InstallPromptProvider value={started.installPrompt}>
          <SessionPorts started={started}>{children}</SessionPorts>
        </InstallPromptProvider>
      </DeviceProvider>
    </QueryClientProvider>
  )
}

/** Whoever signs in or out begins with a page of their own: nothing of the one before is left in memory. */
function SessionPorts({ started, children }: { started: Started; children: ReactNode }) {
  const session = useSession()
  const lastUserId = useLastUserId(session)
  if (session.status === 'signed-out') {
    return (
      <VisitorPorts started={started} forced={session.forced} lastUserId={lastUserId}>
        {children}
      </VisitorPorts>
    )
  }
  return (
    <KnownUserPorts key={session.user.id} started={started} user={session.user}>
      {children}
    </KnownUserPorts>
  )
}

function KnownUserPorts({ started, user, children }: PortsProps & { user: User }) {
  const { UserPorts } = requireUserParts()
  return (
    <UserPorts common={useCommonPorts(started)} user={user}>
      {children}
    </UserPorts>
  )
}

type PortsProps = { started: Started; children: ReactNode }

/** Of the one who is signed in, or was until now. */
function useLastUserId(session: SessionState): string | undefined {
  const [lastUserId, setLastUserId] = useState<string>()
  if (session.status === 'signed-in' && session.user.id !== lastUserId) setLastUserId(session.user.id)
  return lastUserId
}

type VisitorPortsProps = PortsProps & { forced: Forced | null; lastUserId: string | undefined }

function VisitorPorts({ started, forced, lastUserId, children }: VisitorPortsProps) {
  useForcedWay(forced)
  const common = useCommonPorts(started)
  const isReady = useDeviceFor(useLocation().pathname, started.device)
  const session = useMemo<Session>(() => ({ ...SIGNED_OUT, lastUserId }), [lastUserId])
  return (
    <SessionProvider value={session}>
      <ShellPortsProvider value={common}>{isReady ? children : null}</ShellPortsProvider>
    </SessionProvider>
  )
}

/** Wakes the device where a visitor goes on to a page that may need it. Whether the page can be shown. */
function useDeviceFor(pathname: string, device: LateDevice): boolean {
  const isReady = useIsAwake(device) || isLightPage(pathname)
  useEffect(() => {
    if (!isReady) device.wake().catch(setGlobalError)
  }, [isReady, device])
  return isReady
}

function useIsAwake(device: LateDevice): boolean {
  return useSyncExternalStore(device.subscribe, device.isAwake)
}

function useCommonPorts({ device, updates, installPrompt }: Started): ShellPorts {
  const company = useCompany()
  const kept = useSettings()
  const settings = useMemo(() => shellSettings(device, kept), [device, kept])
  const parts = useMemo(
    () => ({
      Banners: () => <UpdateBanner updates={updates} />,
      InstallButton: () => <WantedInstallButton prompt={installPrompt} />,
      InstallBanner: () => <WantedInstallBanner prompt={installPrompt} device={device} />,
    }),
    [updates, installPrompt, device],
  )
  return useMemo(
    () => ({
      ...parts,
      company: company ? { name: company.company_name, colours: company.theme } : NO_PORTS.company,
      settings,
    }),
    [parts, company, settings],
  )
}

function shellSettings(device: Device, kept: ReturnType<Device['settings']['get']>): ShellPorts['settings'] {
  const { navigationDrawerExpanded, displayPWABannerToUsersOnMobile, singleKeyShortcuts } = kept
  return {
    navigationDrawerExpanded,
    displayPWABannerToUsersOnMobile,
    singleKeyShortcuts,
    // It has taken effect; one that cannot be kept lasts as long as the page.
    change: (settings) => void device.settings.change(settings).catch(() => {}),
  }
}

/** Where a session that ended without its owner's asking leads (specification, section 8); a lost token to the landing page. */
function useForcedWay(forced: Forced | null): void {
  const navigate = useNavigate()
  // Once for each: from there the person goes where they like.
  const led = useRef<Forced>(null)
  useEffect(() => {
    const to = forced && FORCED_WAY[forced.reason]
    if (!to || led.current === forced) return
    led.current = forced
    navigate(to, { replace: true })
  }, [forced, navigate])
}

const FORCED_WAY: Record<ForcedSignOut, string | undefined> = {
  unauthenticated: undefined,
  rateLimited: '/rate-limited',
  maintenance: '/maintenance',
}

function UpdateBanner({ updates }: { updates: UpdateFlow }) {
  useUpdateOnNavigation(updates, useLocation().pathname)
  return <UpdatePrompt updates={updates} />
}

/** Only once it is known that it was not dismissed before: a device that has kept nothing yet need not be woken for that. */
function WantedInstallBanner({ prompt, device }: InstallProps & { device: LateDevice }) {
  const { settings } = useShellPorts()
  const isAwake = useIsAwake(device)
  const [isNew, setIsNew] = useState(false)
  const isOffered = useInstallState(prompt) !== 'unavailable'
  useEffect(() => {
    if (!isOffered || isAwake) return
    const find = async () => {
      if (await isAnythingKept(indexedDB)) await device.wake()
      else setIsNew(true)
    }
    // It is only a banner: where what is kept cannot be loaded, there is none.
    find().catch(() => {})
  }, [isOffered, isAwake, device])
  return (
    <InstallBanner
      prompt={prompt}
      wanted={(isAwake || isNew) && settings.displayPWABannerToUsersOnMobile}
      onDismiss={() => settings.change({ displayPWABannerToUsersOnMobile: false })}
    />
  )
}

type InstallProps = { prompt: Started['installPrompt'] }

function WantedInstallButton({ prompt }: InstallProps) {
  const { displayPWAButtonInsideOfNavigationDrawer } = useSettings()
  return <InstallButton prompt={prompt} wanted={displayPWAButtonInsideOfNavigationDrawer} />
}

const SIGNED_OUT = { status: 'signed-out', user: undefined } satisfies Session
