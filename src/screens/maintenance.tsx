import { ForcedOutPage } from '#src/features/session/forced-out-page.tsx'

/** /maintenance */
export function Screen() {
  return <ForcedOutPage reason="maintenance" />
}
