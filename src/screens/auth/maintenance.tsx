import { MaintenancePage } from '#src/features/session/forced-out-page.tsx'

/** /auth/maintenance: for someone who is signed in. */
export function Screen() {
  return <MaintenancePage />
}
