import { IconHistory } from '@tabler/icons-react'
import styles from './age-note.module.css'

/** The age of saved data: "Prices as of 09:12". */
export function AgeNote({ children }: { children: string }) {
  return (
    <p className={styles.note}>
      <IconHistory size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
