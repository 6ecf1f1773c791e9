import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

export type SectionProps = {
  title: string
  /** One quiet Button or ButtonLink beside the title. */
  action?: ReactNode
  /** For a list, whose rows bring their own space at the edges. */
  flush?: boolean | undefined
  children: ReactNode
}

/** A part of a page under its own heading. Lines and space part it from the next, not a card. */
export function Section({ title, action, flush, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} data-flush={flush || undefined} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
