import { DoorPage } from '#src/features/session/door-page.tsx'
import { ResetLinkSent } from '#src/features/session/reset-link-sent.tsx'

export function Screen() {
  return (
    <DoorPage title="Check your e-mail">
      <ResetLinkSent />
    </DoorPage>
  )
}
