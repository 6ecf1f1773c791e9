import { DoorPage } from '#src/features/session/door-page.tsx'
import { ResetPasswordForm } from '#src/features/session/reset-password-form.tsx'

export function Screen() {
  return (
    <DoorPage title="Choose a new password">
      <ResetPasswordForm />
    </DoorPage>
  )
}
