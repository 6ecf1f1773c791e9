import { Landing } from '#src/features/session/landing.tsx'
import { SessionEndedNote } from '#src/features/session/session-ended-note.tsx'
import { SignInCard } from '#src/features/session/sign-in-card.tsx'
import { SignInForm } from '#src/features/session/sign-in-form.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'

export function Screen() {
  return (
    <Landing
      headline={
        <PageHeader
          title="Your whole order in minutes, online or offline"
          detail="Every product from your wholesaler at your own prices, on your phone and at your desk."
        />
      }
    >
      <SignInCard>
        <SessionEndedNote />
        <h2>Sign in</h2>
        <SignInForm />
      </SignInCard>
    </Landing>
  )
}
