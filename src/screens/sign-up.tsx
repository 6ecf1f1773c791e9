import { Link } from 'react-router-dom'
import { SignUpForm } from '#src/features/session/sign-up-form.tsx'
import page from '#src/ui/layout/form-page.module.css'
import { PageHeader } from '#src/ui/layout/page-header.tsx'

export function Screen() {
  return (
    <div className={page.page}>
      <PageHeader
        title="Open a cash account"
        detail="Order straight away and pay as you go. You need an address that we deliver to."
      />
      <div className={page.form}>
        <SignUpForm />
        <p className={page.other}>
          For credit and invoices, <Link to="/request">ask for a trade account</Link>. Not sure that we
          deliver to you? <Link to="/postcode-request">Check your postcode</Link>. Have an account?{' '}
          <Link to="/auth/sign-in">Sign in</Link>.
        </p>
      </div>
    </div>
  )
}
