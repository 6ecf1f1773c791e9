import styles from './row-headings.module.css'

/** Only for the eye: each row tells screen readers everything. */
export function RowHeadings({ star, total }: { star?: boolean; total?: boolean }) {
  return (
    <div className={styles.headings} data-starred={(star && !total) || undefined} aria-hidden="true">
      <span className={styles.product}>Product</span>
      <span>Storage</span>
      <span>Stock and offers</span>
      <span className={styles.number}>Price</span>
      {star && !total ? <span /> : null}
      <span className={styles.quantity}>Quantity</span>
      {total ? <span className={styles.number}>Total</span> : null}
      {star && total ? <span /> : null}
    </div>
  )
}
