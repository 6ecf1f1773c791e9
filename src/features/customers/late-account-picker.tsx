import { lazy, Suspense } from 'react'
import { LoadingRows, RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import type { AccountPickerProps } from './account-picker.tsx'

/** Apart from the first load: most people have one account, or have chosen. */
const AccountPicker = lazy(async () => ({
  default: (await import('./account-picker.tsx')).AccountPicker,
}))

export function LateAccountPicker(props: AccountPickerProps) {
  return (
    <Suspense fallback={<LoadingRows count={4} skeleton={<RowSkeleton />} />}>
      <AccountPicker {...props} />
    </Suspense>
  )
}
