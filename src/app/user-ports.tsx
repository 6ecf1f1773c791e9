import { type ReactNode, useMemo, useState } from 'react'
import type { User } from '#domain/user.ts'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { usePreparedUpkeep } from '#src/device/use-prepared-id.ts'
import { useStored } from '#src/device/use-stored.ts'
import { DecisionCard } from '#src/features/decisions/decision-card.tsx'
import { HeldCard } from '#src/features/decisions/held-card.tsx'
import { SignOutSheet } from '#src/features/session/sign-out-sheet.tsx'
import { StorageBanner } from '#src/features/status/storage-banner.tsx'
import { WorkLine } from '#src/features/status/work-line.tsx'
import { countLines } from '#src/store/trollies.ts'
import { ShellNavigation } from './layouts/shell-navigation.tsx'
import { OrderingFor } from './ordering-for.tsx'
import { type Session, SessionProvider } from './session-context.ts'
import { type ShellPorts, ShellPortsProvider } from './shell-ports.ts'
import { useQuietWork } from './use-quiet-work.ts'
import { useReadsAgain } from './use-reads-again.ts'
import { useTrollyAtHand } from './use-trolly-at-hand.ts'

type UserPortsProps = {
  /** What visitors have as well. */
  common: ShellPorts
  user: User
  children: ReactNode
}

/** What features show in the shell for someone who is signed in. */
export function UserPorts({ common, user, children }: UserPortsProps) {
  const session = useMemo<Session>(() => ({ status: 'signed-in', user }), [user])
  const trollyId = useOrderingFor().value?.trolly?.id
  const lineCount =
    useStored(
      async (database) => (trollyId === undefined ? 0 : await countLines(database, trollyId)),
      [trollyId],
    ).value ?? 0
  const preparedId = usePreparedUpkeep()
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
      trolly: trollyId === undefined ? undefined : { id: trollyId, lineCount },
      preparedId,
      Navigation: ShellNavigation,
      Context: OrderingFor,
      Status: Work,
      onSignOut: () => setLeaving(true),
    }),
    [common, trollyId, lineCount, preparedId],
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

function Work() {
  return <WorkLine Decision={DecisionCard} Held={HeldCard} />
}
