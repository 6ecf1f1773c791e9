import { useCompanyName } from '#src/features/company/company-context.tsx'
import { InstallButton } from '#src/features/install/install-context.tsx'
import { DoorPage } from '#src/features/session/door-page.tsx'
import { NewHere } from '#src/features/session/new-here.tsx'
import { SessionEndedNote } from '#src/features/session/session-ended-note.tsx'
import { SignInForm } from '#src/features/session/sign-in-form.tsx'

/** The guard redirects signed-in users. */
export function Screen() {
  return (
    <DoorPage title={`Sign in to ${useCompanyName()}`}>
      <SessionEndedNote />
      <SignInForm />
      <NewHere />
      <InstallButton />
    </DoorPage>
  )
}
