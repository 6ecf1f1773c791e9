import { DoorPage } from '#src/features/session/door-page.tsx'
import { SignInForm } from '#src/features/session/sign-in-form.tsx'

export function Screen() {
  return (
    <DoorPage
      title="Your password has been reset"
      detail="You’ve been signed out on all your devices. Sign in with the new password."
    >
      <SignInForm />
    </DoorPage>
  )
}
