import { IconHistory } from '@tabler/icons-react'
import styles from './age-note.module.css'

/** What is shown comes from this device, and how old it is: "Prices as of 09:12". Numbers that are old say so. */
export function AgeNote({ children }: { children: string }) {
  return (
    <p className={styles.note}>
      <IconHistory size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
