import { NotForYouPage } from '#src/features/session/not-for-you-page.tsx'

/** Shown to signed-in users without access to a route. */
export function Screen() {
  return (
    <NotForYouPage
      words="Your sign-in is not set up for this page. If you need it, ask the person who manages your account."
      to="/home"
      label="Go to Home"
    />
  )
}
