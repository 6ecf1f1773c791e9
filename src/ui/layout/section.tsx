import { Group } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

export type SectionProps = {
  title: string
  action?: ReactNode
  /** For lists, whose rows have their own padding. */
  flush?: boolean | undefined
  children: ReactNode
}

export function Section({ title, action, flush, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} data-flush={flush || undefined} aria-labelledby={id}>
      <Group justify="space-between" gap="0 12px" className={styles.head ?? ''}>
        <h2 id={id}>{title}</h2>
        {action}
      </Group>
      {children}
    </section>
  )
}
