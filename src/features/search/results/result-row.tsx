import { memo, type ReactNode, useCallback, useMemo } from 'react'
import type { Product } from '#domain/product.ts'
import { productWords } from '#domain/product-words.ts'
import type { LineView } from '#domain/trollies/line-view.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { useLineMark } from '#src/device/use-line-mark.ts'
import { ProductRow } from '#src/ui/list/product-row.tsx'
import type { QuantityChange } from '#src/ui/list/use-quantity-entry.ts'

/** @returns a promise whose rejection resets the box; the failure is already shown */
export type OnProductQuantity = (change: QuantityChange, product: Product) => unknown

export type OnFavourite = (product_no: string, wanted: boolean) => void

export type ResultRowProps = {
  product: Product
  /** The accessible name, unique among the results. */
  calledAs: string | undefined
  to: string
  line: LineView | undefined
  pricesHere: boolean
  readOnly: boolean
  /** Whether the last request reached the server. */
  reached: boolean
  onQuantity: OnProductQuantity | undefined
  isFavourite: boolean
  onFavourite: OnFavourite
  renderBelow: ((product: Product) => ReactNode) | undefined
  /** What the first tap adds, if more than one. */
  addQuantity?: number | undefined
  /** A badge before the product's own: "Par 6". */
  note?: string | undefined
}

export const ResultRow = memo(function ResultRow({
  product,
  calledAs,
  to,
  line,
  pricesHere,
  readOnly,
  reached,
  onQuantity,
  isFavourite,
  onFavourite,
  renderBelow,
  addQuantity,
  note,
}: ResultRowProps) {
  const words = useMemo(() => withNote(productWords(product, pricesHere), note), [product, pricesHere, note])
  const change = useCallback((asked: QuantityChange) => onQuantity?.(asked, product), [onQuantity, product])
  return (
    <ProductRow
      {...words}
      calledAs={calledAs}
      to={to}
      quantity={line && !line.removed ? line.quantity : 0}
      maxQuantity={QUANTITY_MAX}
      quantityDisabled={readOnly}
      addQuantity={addQuantity !== undefined && addQuantity > 1 ? addQuantity : undefined}
      onQuantity={onQuantity && change}
      isFavourite={isFavourite}
      onFavourite={() => onFavourite(product.product_no, !isFavourite)}
      lineState={useLineMark(line?.state, reached)}
      below={renderBelow?.(product)}
    />
  )
}, isSameRow)

type Words = ReturnType<typeof productWords>

const withNote = (words: Words, note: string | undefined): Words =>
  note === undefined ? words : { ...words, badges: [{ label: note, tone: 'plain' }, ...words.badges] }

/** Each change recomputes all lines, mostly to equal values. */
function isSameRow(a: ResultRowProps, b: ResultRowProps): boolean {
  return (
    a.product === b.product &&
    a.calledAs === b.calledAs &&
    a.to === b.to &&
    a.pricesHere === b.pricesHere &&
    a.readOnly === b.readOnly &&
    a.reached === b.reached &&
    a.onQuantity === b.onQuantity &&
    a.isFavourite === b.isFavourite &&
    a.onFavourite === b.onFavourite &&
    a.renderBelow === b.renderBelow &&
    a.note === b.note &&
    a.addQuantity === b.addQuantity &&
    a.line?.quantity === b.line?.quantity &&
    a.line?.removed === b.line?.removed &&
    a.line?.state === b.line?.state
  )
}
