import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type Tree, TreeProvider } from '#src/app/session.ts'
import { DeviceProvider, useUser } from '#src/device/device-context.tsx'
import type { Member } from './member.ts'
import { MemberShell } from './member-shell.tsx'
import { useLiveUpdates } from './use-live-updates.ts'
import { useNotifiedPage } from './use-notified-page.ts'
import { useQuietWork } from './use-quiet-work.ts'
import { useReadsAgain } from './use-reads-again.ts'
import { useTrollyAtHand } from './use-trolly-at-hand.ts'

type MemberTreeProps = { member: Pick<Member, 'device' | 'replies' | 'readAhead'>; children: ReactNode }

/** Opens the device and the signed-in features around the pages. */
export function MemberTree({ member: { device, replies, readAhead }, children }: MemberTreeProps) {
  return (
    <QueryClientProvider client={replies}>
      <DeviceProvider device={device}>
        <Pages readAhead={readAhead}>{children}</Pages>
      </DeviceProvider>
    </QueryClientProvider>
  )
}

function Pages({ readAhead, children }: Pick<Member, 'readAhead'> & { children: ReactNode }) {
  const user = useUser()
  const tree = useMemo<Tree>(() => ({ session: { user }, Shell: MemberShell, readAhead }), [user, readAhead])
  useTrollyAtHand()
  useReadsAgain()
  useQuietWork()
  useLiveUpdates()
  useNotifiedPage()
  return <TreeProvider value={tree}>{children}</TreeProvider>
}
