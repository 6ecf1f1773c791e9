import { ButtonLink } from '#src/ui/action/button.tsx'

/** Ways in for those who have no account yet. Those who read on find the footer's links. */
export function NewHere() {
  return (
    <>
      <ButtonLink variant="default" to="/sign-up" fullWidth>
        Open a cash account
      </ButtonLink>
      <ButtonLink variant="subtle" to="/request" fullWidth>
        Ask for a trade account
      </ButtonLink>
      <ButtonLink variant="subtle" to="/product-catalogue" fullWidth>
        See what we sell
      </ButtonLink>
    </>
  )
}
