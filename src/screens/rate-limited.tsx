import { ForcedOutPage } from '#src/features/session/forced-out-page.tsx'

/** /rate-limited */
export function Screen() {
  return <ForcedOutPage reason="rateLimited" />
}
