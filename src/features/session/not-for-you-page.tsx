import { IconLock } from '@tabler/icons-react'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import styles from './wait-page.module.css'

export type NotForYouPageProps = { words: string; to: string; label: string }

export function NotForYouPage({ words, to, label }: NotForYouPageProps) {
  return (
    <>
      <PageHeader title="You don’t have access" />
      <div className={styles.page}>
        <span className={styles.icon}>
          <IconLock size={40} stroke={1.5} aria-hidden="true" />
        </span>
        <p>{words}</p>
        <ButtonLink variant="filled" to={to}>
          {label}
        </ButtonLink>
      </div>
    </>
  )
}
