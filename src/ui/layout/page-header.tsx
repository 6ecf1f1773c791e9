import { Group, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconChevronLeft } from '@tabler/icons-react'
import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'
import styles from './page-header.module.css'
import { PageTitleContext } from './page-title.ts'

export type PageHeaderProps = {
  title: string
  detail?: ReactNode
  /** The parent page, if the navigation does not show it: { to: '/orders', label: 'Orders' }. */
  back?: { to: string; label: string } | undefined
  actions?: ReactNode
  /** The bar already shows the title, so only screen readers get it here. */
  titleInBar?: boolean
}

/** The page's only h1. Sets the document title and takes the focus after navigation. */
export function PageHeader({ title, detail, back, actions, titleInBar }: PageHeaderProps) {
  useDocumentTitle(useContext(PageTitleContext)(title))
  return (
    <div className={styles.header} data-in-bar={titleInBar || undefined}>
      {back ? (
        <Link className={styles.back} to={back.to} title={back.label}>
          <IconChevronLeft size={20} aria-hidden="true" />
          <span>{back.label}</span>
        </Link>
      ) : null}
      <div className={styles.words}>
        <h1 tabIndex={-1}>{title}</h1>
        {detail ? (
          <Text component="div" size="xs" c="dimmed">
            {detail}
          </Text>
        ) : null}
      </div>
      {actions ? (
        <Group gap={8} className={styles.actions ?? ''}>
          {actions}
        </Group>
      ) : null}
    </div>
  )
}
