import type { ReactNode } from 'react'
import type { Stored } from '#src/device/use-live.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { TrollyGuard } from '#src/features/trolly/trolly-guard.tsx'
import { usePreparedId } from '#src/features/trolly/use-prepared-id.ts'
import { type OpenTrolly, useTrolly, useTrollyRead } from '#src/features/trolly/use-trolly.ts'

export type WithTrollyProps = { id: string; children: (trolly: OpenTrolly) => ReactNode }

/** A trolly that does not exist yet needs a customer first. */
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
  const isPrepared = usePreparedId() === id
  if (isPrepared && stored.state === 'ready' && stored.value === null)
    return <WithCustomer>{() => null}</WithCustomer>
  return (
    <TrollyGuard stored={stored} read={read}>
      {children}
    </TrollyGuard>
  )
}
