import { DoorPage } from '#src/features/session/door-page.tsx'
import { ForgottenPasswordForm } from '#src/features/session/forgotten-password-form.tsx'
import { ButtonLink } from '#src/ui/action/button.tsx'

export function Screen() {
  return (
    <DoorPage
      title="Forgotten password"
      detail="We’ll send a link and a code to your e-mail address. With either you choose a new password."
    >
      <ForgottenPasswordForm />
      <ButtonLink variant="subtle" to="/auth/sign-in" fullWidth>
        Back to sign in
      </ButtonLink>
    </DoorPage>
  )
}
