import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Badge, LineMark } from '#src/ui/status/badge.tsx'
import { Money } from '#src/ui/status/money.tsx'
import type { Tone } from '#src/ui/status/tone.tsx'
import { ProductPicture, type StorageMark } from './product-picture.tsx'
import styles from './product-row.module.css'
import { QuantityBox } from './quantity-box.tsx'
import { useRowTabIndex } from './row-focus.ts'
import icons from './row-icon.module.css'
import { StarButton } from './star-button.tsx'
import type { QuantityHandler } from './use-quantity-entry.ts'

/** Its label is also its key. */
export type RowBadge = { label: string; tone?: Tone }

export type ProductRowProps = {
  name: string
  /** The accessible name, if another row has the same name: "Double Cream, Cowslip Vale". */
  calledAs?: string | undefined
  to?: string | undefined
  code: string
  /** '' if there is none. */
  brand?: string | undefined
  pack?: string | undefined
  storage?: StorageMark | undefined
  /** A drawing in product-marks.svg, shown without a photograph. */
  mark?: string | undefined
  image?: string | undefined
  /** "£12.40", or the words for an unpriced product. */
  priceText: string
  perText?: string | undefined
  vatMark?: string | undefined
  badges?: readonly RowBadge[] | undefined
  quantity?: number | undefined
  /** Without it there is no quantity box. Keep it stable. */
  onQuantity?: QuantityHandler | undefined
  maxQuantity?: number | undefined
  quantityDisabled?: boolean | undefined
  /** Without `onFavourite` there is no star. */
  isFavourite?: boolean | undefined
  onFavourite?: (() => void) | undefined
  /** A trolly line's state ("On this device", amber); none if nothing is pending. */
  lineState?: RowBadge | undefined
  /** '' keeps the place. */
  lineTotalText?: string | undefined
  /** A note, a failed check with its fix, a choice. */
  below?: ReactNode
}

/** At most 92 px high on a phone; 44 px under headings in a list from 900 px wide. */
export function ProductRow(props: ProductRowProps) {
  const tabIndex = useRowTabIndex()
  const { name, calledAs = name, brand, lineTotalText, onQuantity, onFavourite, isFavourite = false } = props
  const { quantity = 0 } = props
  // After the quantity in a trolly, where quantities are what people come for.
  const star = onFavourite ? (
    <div className={styles.favourite}>
      <StarButton name={calledAs} pressed={isFavourite} onPress={onFavourite} tabIndex={tabIndex} />
    </div>
  ) : null
  return (
    <div
      className={styles.row}
      data-total={lineTotalText === undefined ? undefined : true}
      data-starred={onFavourite ? true : undefined}
      data-chosen={quantity > 0 || undefined}
    >
      <div className={styles.picture}>
        <ProductPicture mark={props.mark} storage={props.storage} image={props.image} />
      </div>
      <p className={styles.name} title={brand ? `${brand} ${name}` : name}>
        {props.to === undefined ? (
          name
        ) : (
          <Link to={props.to} tabIndex={tabIndex} aria-label={calledAs === name ? undefined : calledAs}>
            {name}
          </Link>
        )}
        {brand ? <span className={styles.brand}> {brand}</span> : null}
      </p>
      {lineTotalText === undefined ? star : null}
      <div className={styles.foot}>
        <RowDetails {...props} />
        {onQuantity ? (
          <div className={styles.quantity}>
            <QuantityBox
              name={calledAs}
              value={quantity}
              onChange={onQuantity}
              max={props.maxQuantity}
              disabled={props.quantityDisabled}
              tabIndex={tabIndex}
            />
          </div>
        ) : null}
      </div>
      {lineTotalText === undefined ? null : (
        <p className={styles.total}>
          <Money>{lineTotalText}</Money>
        </p>
      )}
      {lineTotalText === undefined ? null : star}
      {props.below ? <div className={styles.below}>{props.below}</div> : null}
    </div>
  )
}

const STORAGE_WORD: Record<StorageMark, string> = { ambient: 'Ambient', chilled: 'Chilled', frozen: 'Frozen' }

/** Two lines on a phone, three columns on a desk. */
function RowDetails(props: ProductRowProps) {
  const { code, pack, storage, priceText, perText, vatMark, lineState, badges = [] } = props
  return (
    <div className={styles.details}>
      <div className={styles.line} data-long={code.length > 9 || undefined}>
        <p className={styles.facts}>
          {pack ? <span className={styles.pack}>{pack}</span> : null}
          <span className={styles.code}>{code}</span>
        </p>
        {storage ? (
          <p className={`${styles.storage} ${icons[storage]}`} data-storage={storage}>
            <span>{STORAGE_WORD[storage]}</span>
          </p>
        ) : null}
      </div>
      <div className={styles.line} data-badged={lineState || badges.length > 0 ? true : undefined}>
        <p className={styles.price}>
          <span className={styles.mainPrice}>
            <Money>{priceText}</Money>
            {vatMark ? <span className={styles.vat}> {vatMark}</span> : null}
          </span>
          {perText ? <span className={styles.per}>{perText}</span> : null}
        </p>
        <div className={styles.badges}>
          {lineState ? <LineMark {...lineState} /> : null}
          {badges.map((badge) => (
            <Badge key={badge.label} label={badge.label} tone={badge.tone} />
          ))}
        </div>
      </div>
    </div>
  )
}
