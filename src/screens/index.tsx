import { InstallButton } from '#src/features/install/install-context.tsx'
import { CodeSignIn } from '#src/features/session/code-sign-in.tsx'
import { Landing } from '#src/features/session/landing.tsx'
import { NewHere } from '#src/features/session/new-here.tsx'
import { HandedOverNote, SessionEndedNote } from '#src/features/session/session-ended-note.tsx'
import { SignInForm } from '#src/features/session/sign-in-form.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'

export function Screen() {
  return (
    <Landing
      headline={
        <PageHeader
          title="Tonight’s order, done before the pans are"
          detail="Your usual products, your prices and what is in stock, on any phone. It works in the cold store too: no signal, no lost order."
        />
      }
      install={<InstallButton />}
    >
      <SessionEndedNote />
      <HandedOverNote />
      <h2>Sign in</h2>
      <SignInForm />
      <CodeSignIn />
      <NewHere />
    </Landing>
  )
}
