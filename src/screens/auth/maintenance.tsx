import { MaintenancePage } from '#src/features/session/maintenance-page.tsx'

/** /auth/maintenance: for someone who is signed in. */
export function Screen() {
  return <MaintenancePage />
}
