import styles from './money.module.css'

/** Tabular figures that never wrap. */
export function Money({ children }: { children: string }) {
  return <span className={styles.money}>{children}</span>
}
