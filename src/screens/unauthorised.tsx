import { NotForYouPage } from '#src/features/session/not-for-you-page.tsx'

/** /unauthorised: for visitors. */
export function Screen() {
  return (
    <NotForYouPage
      words="This page is only for people who are signed in and may open it."
      to="/"
      label="Sign in"
    />
  )
}
