import { ForcedOutPage } from '#src/features/session/forced-out-page.tsx'

export function Screen() {
  return <ForcedOutPage reason="maintenance" />
}
