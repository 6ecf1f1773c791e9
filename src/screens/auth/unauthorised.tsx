import { NotForYouPage } from '#src/features/session/not-for-you-page.tsx'

/** Shown to signed-in users without access to a route. */
export function Screen() {
  return (
    <NotForYouPage
      words="Your account doesn’t have access to this page. If you need it, ask the person who manages your account."
      to="/home"
      label="Go to Home"
    />
  )
}
