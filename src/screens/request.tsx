import { Link } from 'react-router-dom'
import { RequestForm } from '#src/features/joining/request-form.tsx'
import page from '#src/ui/layout/form-page.module.css'
import { PageHeader } from '#src/ui/layout/page-header.tsx'

export function Screen() {
  return (
    <div className={page.page}>
      <PageHeader
        title="Ask for a trade account"
        detail="With credit and invoices, for pubs, cafés, restaurants, schools and care homes. We check the details and write back."
      />
      <div className={page.form}>
        <RequestForm />
        <p className={page.other}>
          To order straight away, <Link to="/sign-up">open a cash account</Link>. Not sure that we deliver to
          you? <Link to="/postcode-request">Check your postcode</Link>.
        </p>
      </div>
    </div>
  )
}
