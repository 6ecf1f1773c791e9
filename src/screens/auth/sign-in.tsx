import { SessionEndedNote } from '#src/features/session/session-ended-note.tsx'
import { SignInCard } from '#src/features/session/sign-in-card.tsx'
import { SignInForm } from '#src/features/session/sign-in-form.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'

/** The guard redirects signed-in users. */
export function Screen() {
  return (
    <>
      <PageHeader title="Sign in" />
      <SignInCard>
        <SessionEndedNote />
        <SignInForm />
      </SignInCard>
    </>
  )
}
