import styles from './row-headings.module.css'

/** Only for the eye: each row tells screen readers everything. */
export function RowHeadings({ total }: { total?: boolean }) {
  return (
    <div className={styles.headings} aria-hidden="true">
      <span className={styles.product}>Product</span>
      <span>Storage</span>
      <span>Stock and offers</span>
      <span className={styles.number}>Price</span>
      <span className={styles.number}>Quantity</span>
      {total ? <span className={styles.number}>Total</span> : null}
    </div>
  )
}
