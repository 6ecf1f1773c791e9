import { Link } from 'react-router-dom'
import { RequestForm } from '#src/features/joining/request-form.tsx'
import { DoorPage } from '#src/features/session/door-page.tsx'

export function Screen() {
  return (
    <DoorPage
      title="Ask for a trade account"
      detail="With credit and invoices, for pubs, cafés, restaurants, schools and care homes. We check the details and write back."
    >
      <RequestForm />
      <p>
        To order straight away, <Link to="/sign-up">open a cash account</Link>. Not sure that we deliver to
        you? <Link to="/postcode-request">Check your postcode</Link>.
      </p>
    </DoorPage>
  )
}
