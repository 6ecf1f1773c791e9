import {
  IconBox,
  IconSnowflake,
  IconStar,
  IconStarFilled,
  IconTemperatureMinus,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { memo, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { Badge } from '#src/ui/status/badge.tsx'
import { LineMark } from '#src/ui/status/line-mark.tsx'
import { Money } from '#src/ui/status/money.tsx'
import type { Tone } from '#src/ui/status/tone.ts'
import styles from './product-row.module.css'
import { QuantityBox } from './quantity-box.tsx'
import { useRowTabIndex } from './row-focus.ts'
import type { QuantityChange } from './use-quantity-entry.ts'

/** A badge of a row: its label is also its key. */
export type RowBadge = { label: string; tone?: Tone }

export type StorageMark = 'ambient' | 'chilled' | 'frozen'

export type ProductRowProps = {
  /** Comes back with every change, so that one handler can serve all rows and stay the same between renders. */
  id: string
  name: string
  /** What the row's controls call it, where another row has the same name: "Double Cream, Cowslip Vale". */
  calledAs?: string | undefined
  /** Where the name leads; plain text without it. */
  to?: string | undefined
  code: string
  /** Who makes it; '' where nobody in particular does. */
  brand?: string | undefined
  /** As people say it: "6 × 2.5 kg". */
  pack?: string | undefined
  storage?: StorageMark | undefined
  /** Shown in the picture's place: two letters or an icon of the category. */
  mark?: ReactNode
  image?: string | undefined
  /** "£12.40", or the words for an unpriced product. */
  priceText: string
  /** "per case", "each". */
  pricePer?: string | undefined
  /** "£2.07 / kg" */
  unitPriceText?: string | undefined
  /** "+ VAT"; nothing where there is none. */
  vatMark?: string | undefined
  badges?: readonly RowBadge[] | undefined
  stockWords?: string | undefined
  stockTone?: Tone | undefined
  favourite?: boolean | undefined
  onFavourite?: ((favourite: boolean, id: string) => void) | undefined
  quantity?: number | undefined
  /** Without it there is no quantity box. See QuantityBox for promises and refusals. */
  onQuantity?: ((change: QuantityChange, id: string) => unknown) | undefined
  minQuantity?: number | undefined
  maxQuantity?: number | undefined
  quantityStep?: number | undefined
  quantityDisabled?: boolean | undefined
  /** A trolly's line: what state it is in ("On this device", amber). The quiet state has none. */
  lineState?: RowBadge | undefined
  /** '' keeps the place. */
  lineTotalText?: string | undefined
  /** Under the row: a note, a failing check with its repair, a choice to make. */
  below?: ReactNode
}

/**
 * One product, the same everywhere: search, trolly, favourites, templates. Phones have the quantity under the right
 * thumb; a list 900 px wide or more, in letters of the usual size, shows one line of 44 px. It redraws only when one of its
 * props changes, so keep handlers stable; badges are compared by content.
 */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const tabIndex = useRowTabIndex()
  const { id, name, calledAs = name, lineTotalText, onQuantity, onFavourite, favourite = false } = props
  return (
    <div
      className={styles.row}
      data-total={lineTotalText === undefined ? undefined : true}
      data-favourite={onFavourite ? true : undefined}
    >
      <RowMark image={props.image} mark={props.mark ?? initials(name)} />
      <div className={styles.words}>
        <p className={styles.name} title={name}>
          {props.to === undefined ? (
            name
          ) : (
            <Link to={props.to} tabIndex={tabIndex} aria-label={calledAs === name ? undefined : calledAs}>
              {name}
            </Link>
          )}
        </p>
        <RowFacts code={props.code} brand={props.brand} pack={props.pack} />
      </div>
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
      <RowBadges {...props} />
      <div className={styles.buy}>
        <RowPrice {...props} />
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
      </div>
      {lineTotalText === undefined ? null : (
        <p className={styles.total}>
          <Money>{lineTotalText}</Money>
        </p>
      )}
      {props.below ? <div className={styles.below}>{props.below}</div> : null}
    </div>
  )
}, sameProps)

/** The picture, or the category's mark where there is none or it cannot be loaded (no signal). */
function RowMark({ image, mark }: { image: string | undefined; mark: ReactNode }) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className={styles.mark} aria-hidden="true">
      {image === undefined || failed === image ? (
        mark
      ) : (
        <img
          className={styles.image}
          src={image}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(image)}
        />
      )}
    </div>
  )
}

const STORAGE: Record<StorageMark, { word: string; icon: TablerIcon }> = {
  ambient: { word: 'Ambient', icon: IconBox },
  chilled: { word: 'Chilled', icon: IconTemperatureMinus },
  frozen: { word: 'Frozen', icon: IconSnowflake },
}

function RowFacts({ code, brand, pack }: Pick<ProductRowProps, 'code' | 'brand' | 'pack'>) {
  return (
    <p className={styles.facts}>
      {brand ? <span className={styles.brand}>{brand}</span> : null}
      {pack ? <span className={styles.fact}>{pack}</span> : null}
      <span className={`${styles.fact} ${styles.code}`}>{code}</span>
    </p>
  )
}

function RowBadges({ storage, stockWords, stockTone, badges = [] }: ProductRowProps) {
  const mark = storage && STORAGE[storage]
  return (
    <div className={styles.badges}>
      {mark ? (
        <span className={styles.storage}>
          <mark.icon size={14} stroke={1.75} aria-hidden="true" />
          {mark.word}
        </span>
      ) : null}
      {stockWords ? <Badge label={stockWords} tone={stockTone} bare /> : null}
      {badges.map((badge) => (
        <Badge key={badge.label} label={badge.label} tone={badge.tone} icon={null} />
      ))}
    </div>
  )
}

/** How far a line has come stands beside its price, where its place is kept: it comes and goes with each tap. */
function RowPrice({ priceText, pricePer, unitPriceText, vatMark, lineState }: ProductRowProps) {
  return (
    <div className={styles.price}>
      <div className={styles.priceLine}>
        <p className={styles.mainPrice}>
          <Money>{priceText}</Money>
        </p>
        <div className={styles.state}>{lineState ? <LineMark {...lineState} /> : null}</div>
      </div>
      <p>
        <Money>{[vatMark, pricePer, unitPriceText].filter(Boolean).join(' · ')}</Money>
      </p>
    </div>
  )
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

function sameProps(a: ProductRowProps, b: ProductRowProps): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof ProductRowProps>
  for (const key of keys) {
    if (!Object.is(a[key], b[key]) && !sameBadges(a[key], b[key])) return false
  }
  return true
}

/** Badges are built anew at each render of a list; the same labels and tones are the same badges. */
function sameBadges(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((badge, i) => sameBadges(badge, b[i]))
  }
  return isBadge(a) && isBadge(b) && a.label === b.label && a.tone === b.tone
}

function isBadge(value: unknown): value is RowBadge {
  return typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string'
}
