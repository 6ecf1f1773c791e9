import { lazy } from 'react'
import { useIsSignedIn } from '#src/device/device-context.tsx'
import { loadWithReload } from '#src/features/updates/reload.ts'
import { Screen as SignIn } from './sign-in.tsx'

/** A visitor's device has no database: what opens one comes with the session. */
const YourDetails = lazy(
  loadWithReload(async () => ({ default: (await import('./your-details.tsx')).YourDetails })),
)

/** Public in the specification: a visitor signs in on it, and then has it. */
export function Screen() {
  return useIsSignedIn() ? <YourDetails /> : <SignIn />
}
