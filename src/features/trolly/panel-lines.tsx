import { estimateParts, lineAmountText } from '#domain/catch-weight.ts'
import { moneyText } from '#domain/money.ts'
import { pictureSources } from '#domain/pictures.ts'
import { numberText } from '#domain/plain-text.ts'
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

function PanelLine({ line, product, discount }: TrollyRow) {
  const { product_no, quantity, knownAs } = line
  const hasPrice = product?.pricePence != null
  return (
    <li className={styles.line}>
      <div className={styles.picture}>
        {product ? (
          <ProductPicture drawnAs={product} storage={product.storageType} image={pictureSources(product)} />
        ) : null}
      </div>
      <span className={styles.name}>{product?.name ?? knownAs ?? `Product ${product_no}`}</span>
      <span className={styles.amount}>
        {hasPrice ? lineAmountText({ quantity, product, discount }) : null}
      </span>
      <span className={styles.detail}>
        {estimateParts(quantity, product)?.join(' ') ??
          [numberText(quantity), ...(hasPrice ? [moneyText(product.pricePence)] : [])].join(' × ')}
      </span>
    </li>
  )
}
