import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Drawable } from '#domain/product-mark.ts'
import { Badge, LineMark } from '#src/ui/status/badge.tsx'
import { Money } from '#src/ui/status/money.tsx'
import type { Tone } from '#src/ui/status/tone.tsx'
import { ProductPicture, type ProductPictureProps, type StorageMark } from './product-picture.tsx'
import styles from './product-row.module.css'
import { QuantityBox } from './quantity-box.tsx'
import { useRowTabIndex } from './row-focus.ts'
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
  /** Decides the drawing that is shown without a photograph. */
  drawnAs?: Drawable | undefined
  image?: ProductPictureProps['image']
  /** "£12.40", or the words for an unpriced product. */
  priceText: string
  perText?: string | undefined
  vatMark?: string | undefined
  /** In place of the price: the sum that the total comes from, in parts that stay whole. */
  sum?: readonly string[] | undefined
  /** The most important first: a phone shows one. */
  badges?: readonly RowBadge[] | undefined
  outOfStock?: boolean | undefined
  /** In years. */
  minimumAge?: number | undefined
  quantity?: number | undefined
  /** Without it there is no quantity box. Keep it stable. */
  onQuantity?: QuantityHandler | undefined
  maxQuantity?: number | undefined
  /** What the first tap adds, if not one: "+ Add 4". */
  addQuantity?: number | undefined
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

/** At most 92 px high on a phone; 44 px under headings in a list from 46.5rem wide. */
export function ProductRow(props: ProductRowProps) {
  const tabIndex = useRowTabIndex()
  const { name, calledAs = name, brand, storage, lineTotalText, lineState, badges = [] } = props
  const { onQuantity, onFavourite, isFavourite = false } = props
  return (
    <div
      className={styles.row}
      data-total={lineTotalText === undefined ? undefined : badges.length > 0 ? 'badged' : ''}
      data-state={lineState ? true : undefined}
    >
      <div className={styles.main}>
        <p
          className={styles.name}
          title={brand ? `${brand} ${name}` : name}
          data-total={lineTotalText || undefined}
          data-badge={badges[0]?.label}
          data-long={name.length > LONG_NAME || undefined}
        >
          {props.to === undefined ? (
            <span>{name}</span>
          ) : (
            <Link to={props.to} tabIndex={tabIndex} aria-label={calledAs === name ? undefined : calledAs}>
              {name}
            </Link>
          )}
        </p>
        {badges.length === 0 && props.minimumAge === undefined ? null : (
          <div className={styles.badges}>
            {badges.map(({ label, tone }) => (
              <Badge key={label} label={label} tone={tone} {...(tone === 'blue' && { icon: null })} />
            ))}
            {props.minimumAge === undefined ? null : (
              <span className={styles.age}>
                <Badge label={`Age ${props.minimumAge}+`} />
              </span>
            )}
          </div>
        )}
        <div className={styles.foot}>
          <RowDetails {...props} />
          {onQuantity ? (
            <div className={styles.quantity}>
              <QuantityBox
                name={calledAs}
                value={props.quantity ?? 0}
                onChange={onQuantity}
                max={props.maxQuantity}
                addQuantity={props.addQuantity}
                disabled={props.quantityDisabled}
                tabIndex={tabIndex}
              />
            </div>
          ) : null}
        </div>
        {lineState ? (
          <div className={styles.state}>
            <LineMark {...lineState} />
          </div>
        ) : null}
        {lineTotalText === undefined ? null : (
          <p className={styles.total}>
            <Money>{lineTotalText}</Money>
          </p>
        )}
      </div>
      <div className={styles.mark}>
        <div className={styles.picture}>
          <ProductPicture
            drawnAs={props.drawnAs}
            storage={storage}
            image={props.image}
            outOfStock={props.outOfStock}
            minimumAge={props.minimumAge}
          />
          {onFavourite ? (
            <div className={styles.favourite} data-pressed={isFavourite || undefined}>
              <StarButton
                name={calledAs}
                pressed={isFavourite}
                onPress={onFavourite}
                tabIndex={tabIndex}
                size={13}
              />
            </div>
          ) : null}
        </div>
        {storage ? (
          <p className={styles.storage} data-storage={storage}>
            {STORAGE_WORD[storage]}
          </p>
        ) : null}
      </div>
      {props.below ? <div className={styles.below}>{props.below}</div> : null}
    </div>
  )
}

/** Characters; about two lines beside a badge. A longer name ends in dots. */
const LONG_NAME = 48

export const STORAGE_WORD: Record<StorageMark, string> = {
  ambient: 'Ambient',
  chilled: 'Chilled',
  frozen: 'Frozen',
}

function RowDetails(props: ProductRowProps) {
  const { name, calledAs = name, brand, pack, code } = props
  return (
    <div className={styles.details}>
      <p className={styles.words} data-telling={calledAs !== name || undefined}>
        {brand ? <span className={styles.brand}>{brand}</span> : null}
        {pack ? <span className={styles.pack}>{pack}</span> : null}
        <span className={styles.code}>{code}</span>
      </p>
      <RowPrice {...props} />
    </div>
  )
}

function RowPrice({ priceText, perText, vatMark, sum }: ProductRowProps) {
  if (sum)
    return (
      <p className={styles.price} data-sum>
        {sum.map((part) => (
          <span key={part} className={styles.per}>
            <Money>{part}</Money>{' '}
          </span>
        ))}
      </p>
    )
  return (
    <p className={styles.price}>
      <span className={styles.mainPrice}>
        <Money>{priceText}</Money>
        {vatMark ? <span className={styles.vat}> {vatMark}</span> : null}
      </span>
      {perText ? <span className={styles.per}>{perText}</span> : null}
    </p>
  )
}
