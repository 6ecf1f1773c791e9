import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useUnreadable } from '#src/device/use-list-state.ts'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import type { OrderingFor } from '#src/store/choice.ts'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { AccountPicker } from './account-picker.tsx'
import { chooseCustomer } from './choose-customer.ts'

export function WithCustomer({ children }: { children: (orderingFor: OrderingFor) => ReactNode }) {
  const device = useUserDevice()
  const unreadable = useUnreadable()
  const { state, value } = useOrderingFor()
  if (state === 'loading') return <PageSkeleton />
  if (value) return children(value)
  return (
    <>
      <PageHeader title="Who are you ordering for?" />
      {state === 'failed' ? (
        <FailedState {...unreadable} />
      ) : (
        <AccountPicker onChoose={(customer) => void chooseCustomer(device, customer)} />
      )}
    </>
  )
}

function PageSkeleton() {
  return (
    <Stack gap={8} px="var(--page-edge, var(--s4))" py={16} aria-busy="true">
      <Skeleton width="14rem" height="1.5rem" />
      <Skeleton width="9rem" height="0.75rem" />
    </Stack>
  )
}
