import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ShellNavigation } from '#src/app/layouts/shell-navigation.tsx'
import { type Session, SessionProvider } from '#src/app/session-context.ts'
import { type CommonPorts, type ShellPorts, ShellPortsProvider } from '#src/app/shell-ports.ts'
import { DeviceProvider, useDevice, useUser } from '#src/device/device-context.tsx'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { usePreparedUpkeep } from '#src/device/use-prepared-id.ts'
import { useSettings } from '#src/device/use-settings.ts'
import { useStored } from '#src/device/use-stored.ts'
import { DecisionCard } from '#src/features/decisions/decision-card.tsx'
import { HeldCard } from '#src/features/decisions/held-card.tsx'
import { InstallBannerHere, InstallHere } from '#src/features/install/install-context.tsx'
import { SignOutSheet } from '#src/features/session/sign-out-sheet.tsx'
import { StorageBanner } from '#src/features/status/storage-banner.tsx'
import { WorkLine } from '#src/features/status/work-line.tsx'
import { countLines } from '#src/store/trollies.ts'
import type { Member } from './member.ts'
import { OrderingFor } from './ordering-for.tsx'
import { useQuietWork } from './use-quiet-work.ts'
import { useReadsAgain } from './use-reads-again.ts'
import { useTrollyAtHand } from './use-trolly-at-hand.ts'

type MemberTreeProps = {
  member: Pick<Member, 'device' | 'replies'>
  common: CommonPorts
  children: ReactNode
}

/** Opens the device and the signed-in features around the pages. */
export function MemberTree({ member: { device, replies }, ...props }: MemberTreeProps) {
  return (
    <QueryClientProvider client={replies}>
      <DeviceProvider device={device}>
        <MemberShell {...props} />
      </DeviceProvider>
    </QueryClientProvider>
  )
}

function MemberShell({ common, children }: Omit<MemberTreeProps, 'member'>) {
  const user = useUser()
  const session = useMemo<Session>(() => ({ status: 'signed-in', user }), [user])
  const trollyId = useOrderingFor().value?.trolly?.id
  const lineCount =
    useStored(
      async (database) => (trollyId === undefined ? 0 : await countLines(database, trollyId)),
      [trollyId],
    ).value ?? 0
  const preparedId = usePreparedUpkeep()
  const settings = useShellSettings()
  const [leaving, setLeaving] = useState(false)
  useTrollyAtHand()
  useReadsAgain()
  useQuietWork()
  const ports = useMemo<ShellPorts>(
    () => ({
      ...common,
      Banners: () => (
        <>
          {common.Banners ? <common.Banners /> : null}
          <StorageBanner />
        </>
      ),
      InstallBanner: SavedInstallBanner,
      InstallButton: SavedInstallButton,
      settings,
      trolly: trollyId === undefined ? undefined : { id: trollyId, lineCount },
      preparedId,
      Navigation: ShellNavigation,
      Context: OrderingFor,
      Status: Work,
      onSignOut: () => setLeaving(true),
    }),
    [common, settings, trollyId, lineCount, preparedId],
  )
  return (
    <SessionProvider value={session}>
      <ShellPortsProvider value={ports}>
        {children}
        <SignOutSheet open={leaving} onClose={() => setLeaving(false)} />
      </ShellPortsProvider>
    </SessionProvider>
  )
}

function useShellSettings(): ShellPorts['settings'] {
  const { settings } = useDevice()
  const { navigationDrawerExpanded, singleKeyShortcuts } = useSettings()
  return useMemo(
    () => ({
      navigationDrawerExpanded,
      singleKeyShortcuts,
      // Already applied; if saving fails it lasts as long as the page.
      change: (changed) => void settings.change(changed).catch(() => {}),
    }),
    [settings, navigationDrawerExpanded, singleKeyShortcuts],
  )
}

function SavedInstallBanner() {
  const { settings } = useDevice()
  return (
    <InstallBannerHere
      wanted={useSettings().displayPWABannerToUsersOnMobile}
      onDismiss={() => void settings.change({ displayPWABannerToUsersOnMobile: false }).catch(() => {})}
    />
  )
}

function SavedInstallButton() {
  return useSettings().displayPWAButtonInsideOfNavigationDrawer ? <InstallHere /> : null
}

function Work() {
  return <WorkLine Decision={DecisionCard} Held={HeldCard} />
}
