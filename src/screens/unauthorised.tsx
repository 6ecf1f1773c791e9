import { NotForYouPage } from '#src/features/session/not-for-you-page.tsx'

/** For visitors. */
export function Screen() {
  return (
    <NotForYouPage
      words="Sign in to open this page. Not every account has access to it."
      to="/"
      label="Sign in"
    />
  )
}
