import { Link } from 'react-router-dom'
import { PostcodeCheck } from '#src/features/joining/postcode-check.tsx'
import page from '#src/ui/layout/form-page.module.css'
import { PageHeader } from '#src/ui/layout/page-header.tsx'

export function Screen() {
  return (
    <div className={page.page}>
      <PageHeader
        title="Do we deliver to you?"
        detail="See the delivery days, the minimum order and the charge for your postcode."
      />
      <div className={page.form}>
        <PostcodeCheck />
        <p className={page.other}>
          All areas are on <Link to="/information">Information</Link>.
        </p>
      </div>
    </div>
  )
}
