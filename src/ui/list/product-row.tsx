import {
  IconBox,
  IconSnowflake,
  IconStar,
  IconStarFilled,
  IconTemperatureMinus,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { Badge } from '#src/ui/status/badge.tsx'
import { LineMark } from '#src/ui/status/line-mark.tsx'
import { Money } from '#src/ui/status/money.tsx'
import type { Tone } from '#src/ui/status/tone.ts'
import { ProductPicture, type StorageMark } from './product-picture.tsx'
import styles from './product-row.module.css'
import { QuantityBox } from './quantity-box.tsx'
import { useRowTabIndex } from './row-focus.ts'
import type { QuantityChange } from './use-quantity-entry.ts'

/** Its label is also its key. */
export type RowBadge = { label: string; tone?: Tone }

export type ProductRowProps = {
  /** Passed to each handler, so that all rows share one stable handler. */
  id: string
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
  favourite?: boolean | undefined
  onFavourite?: ((favourite: boolean, id: string) => void) | undefined
  quantity?: number | undefined
  /** Without it there is no quantity box. */
  onQuantity?: ((change: QuantityChange, id: string) => unknown) | undefined
  minQuantity?: number | undefined
  maxQuantity?: number | undefined
  quantityStep?: number | undefined
  quantityDisabled?: boolean | undefined
  /** A trolly line's state ("On this device", amber); none if nothing is pending. */
  lineState?: RowBadge | undefined
  /** '' keeps the place. */
  lineTotalText?: string | undefined
  /** A note, a failed check with its fix, a choice. */
  below?: ReactNode
}

/** At most 92 px high on a phone; 44 px under headings in a list from 900 px wide. Memoised: keep handlers stable. */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const tabIndex = useRowTabIndex()
  const {
    id,
    name,
    calledAs = name,
    brand,
    lineTotalText,
    onQuantity,
    onFavourite,
    favourite = false,
  } = props
  return (
    <div
      className={styles.row}
      data-total={lineTotalText === undefined ? undefined : true}
      data-favourite={onFavourite ? true : undefined}
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
      {onFavourite ? (
        <div className={styles.favourite} data-on={favourite || undefined}>
          <IconButton
            label={favourite ? `Remove ${calledAs} from favourites` : `Add ${calledAs} to favourites`}
            icon={favourite ? <IconStarFilled size={20} /> : <IconStar size={20} stroke={1.75} />}
            pressed={favourite}
            tabIndex={tabIndex}
            onClick={() => onFavourite(!favourite, id)}
          />
        </div>
      ) : null}
      <RowDetails {...props} />
      {onQuantity ? (
        <div className={styles.quantity}>
          <QuantityBox
            name={calledAs}
            value={props.quantity ?? 0}
            onChange={(change) => onQuantity(change, id)}
            min={props.minQuantity}
            max={props.maxQuantity}
            step={props.quantityStep}
            disabled={props.quantityDisabled}
            tabIndex={tabIndex}
          />
        </div>
      ) : null}
      {lineTotalText === undefined ? null : (
        <p className={styles.total}>
          <Money>{lineTotalText}</Money>
        </p>
      )}
      {props.below ? <div className={styles.below}>{props.below}</div> : null}
    </div>
  )
}, sameProps)

const STORAGE: Record<StorageMark, { word: string; icon: TablerIcon }> = {
  ambient: { word: 'Ambient', icon: IconBox },
  chilled: { word: 'Chilled', icon: IconTemperatureMinus },
  frozen: { word: 'Frozen', icon: IconSnowflake },
}

/** Two lines on a phone, three columns on a desk. */
function RowDetails({
  code,
  pack,
  storage,
  priceText,
  perText,
  vatMark,
  lineState,
  badges = [],
}: ProductRowProps) {
  const stored = storage && STORAGE[storage]
  return (
    <div className={styles.details}>
      <div className={styles.line}>
        <p className={styles.facts}>
          {pack ? <span className={styles.pack}>{pack}</span> : null}
          <span className={styles.code}>{code}</span>
        </p>
        {stored ? (
          <p className={styles.storage} data-storage={storage}>
            <stored.icon size={14} stroke={2} aria-hidden="true" />
            <span>{stored.word}</span>
          </p>
        ) : null}
      </div>
      <div className={styles.line}>
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

function sameProps(a: ProductRowProps, b: ProductRowProps): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof ProductRowProps>
  for (const key of keys) {
    if (!Object.is(a[key], b[key]) && !sameBadges(a[key], b[key])) return false
  }
  return true
}

/** Lists rebuild badges at each render, so compare their content. */
function sameBadges(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((badge, i) => sameBadges(badge, b[i]))
  }
  return isBadge(a) && isBadge(b) && a.label === b.label && a.tone === b.tone
}

function isBadge(value: unknown): value is RowBadge {
  return typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string'
}
