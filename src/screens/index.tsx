import { Landing } from '#src/features/session/landing.tsx'
import { SessionEndedNote } from '#src/features/session/session-ended-note.tsx'
import { SignInForm } from '#src/features/session/sign-in-form.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'

/** / */
export function Screen() {
  return (
    <>
      <PageHeader title="Order for your kitchen, with or without signal" />
      <Landing>
        <SessionEndedNote />
        <h2>Sign in</h2>
        <SignInForm />
      </Landing>
    </>
  )
}
