import styles from './money.module.css'

/** A formatted amount, count or quantity: figures of one width, never broken over two lines. */
export function Money({ children }: { children: string }) {
  return <span className={styles.money}>{children}</span>
}
