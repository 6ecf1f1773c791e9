import { NotForYouPage } from '#src/features/session/not-for-you-page.tsx'

/** /auth/unauthorised: for a signed-in user whose list of routes does not hold the one they asked for. */
export function Screen() {
  return (
    <NotForYouPage
      words="Your sign-in is not set up for this page. If you need it, ask the person who manages your account."
      to="/home"
      label="Go to Home"
    />
  )
}
