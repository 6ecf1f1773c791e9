import { Link } from 'react-router-dom'
import { PostcodeCheck } from '#src/features/joining/postcode-check.tsx'
import { DoorPage } from '#src/features/session/door-page.tsx'

export function Screen() {
  return (
    <DoorPage
      title="Do we deliver to you?"
      detail="See the delivery days, the minimum order and the charge for your postcode."
    >
      <PostcodeCheck />
      <p>
        All areas are on <Link to="/information">Information</Link>.
      </p>
    </DoorPage>
  )
}
