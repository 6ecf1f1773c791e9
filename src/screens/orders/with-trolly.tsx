import type { ReactNode } from 'react'
import type { Stored } from '#src/device/use-live.ts'
import { TrollyGuard } from '#src/features/trolly/trolly-guard.tsx'
import { type OpenTrolly, useTrolly, useTrollyRead } from '#src/features/trolly/use-trolly.ts'

export type WithTrollyProps = { id: string; children: (trolly: OpenTrolly) => ReactNode }

export function WithTrolly({ id, children }: WithTrollyProps) {
  return (
    <WithStoredTrolly id={id} stored={useTrolly(id)}>
      {children}
    </WithStoredTrolly>
  )
}

/** For a page that watches the trolly itself: each `useTrolly` reads all of its lines after every tap. */
export function WithStoredTrolly({
  id,
  stored,
  children,
}: WithTrollyProps & { stored: Stored<OpenTrolly | null> }) {
  const read = useTrollyRead(id, stored)
  return (
    <TrollyGuard stored={stored} read={read}>
      {children}
    </TrollyGuard>
  )
}
