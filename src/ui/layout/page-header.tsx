import { IconChevronLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import styles from './page-header.module.css'

export type PageHeaderProps = {
  title: string
  /** One line under the title: a number, a day, a count. */
  detail?: ReactNode
  /** The way up, where the navigation does not say it: { to: '/orders', label: 'Orders' }. */
  back?: { to: string; label: string } | undefined
  /** Buttons; one of them at most is `main`. */
  actions?: ReactNode
}

/** The one h1 of a page. It gives the document its title and takes the focus after a change of route. */
export function PageHeader({ title, detail, back, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Trolly`
  }, [title])
  return (
    <header className={styles.header}>
      {back ? (
        <Link className={styles.back} to={back.to}>
          <IconChevronLeft size={16} aria-hidden="true" />
          {back.label}
        </Link>
      ) : null}
      <div className={styles.words}>
        <h1 tabIndex={-1}>{title}</h1>
        {detail ? <div className={styles.detail}>{detail}</div> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  )
}
