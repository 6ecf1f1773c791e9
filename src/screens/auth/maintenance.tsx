import { MaintenancePage } from '#src/features/session/maintenance-page.tsx'

export function Screen() {
  return <MaintenancePage />
}
