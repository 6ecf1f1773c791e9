import type { CountLine } from '#domain/counts/lines.ts'
import styles from './count-sheet.module.css'

export type CountSheetProps = { title: string; detail: string; lines: readonly CountLine[] }

/** On paper only: A4, with a box to write each count in. */
export function CountSheet({ title, detail, lines }: CountSheetProps) {
  return (
    <section className={styles.sheet} aria-label="Count sheet">
      <h1 className={styles.title}>{title}</h1>
      <p>{`${detail} · counted by ____________________ on ______________`}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>Product</th>
            <th>Pack</th>
            <th>Code</th>
            <th>Shelf</th>
            <th>Par</th>
            <th>Count</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ product_no, name, product, shelf, par }) => (
            <tr key={product_no}>
              <td>{name}</td>
              <td>{product?.pack}</td>
              <td>{product_no}</td>
              <td>{shelf}</td>
              <td>{par}</td>
              <td>
                <span className={styles.box} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
