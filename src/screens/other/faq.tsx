import { FaqReader } from '#src/features/faq/faq-reader.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import styles from './page.module.css'

export function Screen() {
  return (
    <div className={styles.page}>
      <PageHeader title="Help" detail="Saved on this device, so you can read them offline" />
      <FaqReader />
    </div>
  )
}
