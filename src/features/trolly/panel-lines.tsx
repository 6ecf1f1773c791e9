import { eachText, lineNetPence, moneyText } from '#domain/money.ts'
import { numberText } from '#domain/plain-text.ts'
import type { Product } from '#domain/product.ts'
import { productMark } from '#domain/product-mark.ts'
import type { OpenTrolly, TrollyRow } from '#src/store/trollies/open-trolly.ts'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import styles from './panel-lines.module.css'

/** A trolly's lines in the panel beside a page that fills it. */
export function PanelLines({ trolly: { rows } }: { trolly: OpenTrolly }) {
  const present = rows.filter(({ line }) => !line.removed)
  if (present.length === 0) return <p className={styles.detail}>Nothing added yet</p>
  return (
    <ul aria-label="In your trolly">
      {present.map((row) => (
        <PanelLine key={row.line.product_no} {...row} />
      ))}
    </ul>
  )
}

function PanelLine({ line, product }: TrollyRow) {
  const { product_no, quantity, knownAs } = line
  const hasPrice = product?.pricePence != null
  return (
    <li className={styles.line}>
      <div className={styles.picture}>
        {product ? <ProductPicture mark={productMark(product)} storage={product.storageType} /> : null}
      </div>
      <span className={styles.name}>{product?.name ?? knownAs ?? `Product ${product_no}`}</span>
      <span className={styles.amount}>{hasPrice ? moneyText(lineNetPence(quantity, product)) : null}</span>
      <span className={styles.detail}>
        {hasPrice ? `${numberText(quantity)} × ${unitText(product)}` : numberText(quantity)}
      </span>
    </li>
  )
}

const unitText = (product: Product): string =>
  product.catchWeight ? eachText(product) : moneyText(product.pricePence)
