import { Link } from 'react-router-dom'
import { DoorPage } from '#src/features/session/door-page.tsx'
import { SignUpForm } from '#src/features/session/sign-up-form.tsx'

export function Screen() {
  return (
    <DoorPage
      title="Open a cash account"
      detail="Order straight away and pay as you go. You need an address that we deliver to."
    >
      <SignUpForm />
      <p>
        For credit and invoices, <Link to="/request">ask for a trade account</Link>. Not sure that we deliver
        to you? <Link to="/postcode-request">Check your postcode</Link>. Have an account?{' '}
        <Link to="/auth/sign-in">Sign in</Link>.
      </p>
    </DoorPage>
  )
}
