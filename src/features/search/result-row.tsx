import { memo, useCallback, useMemo } from 'react'
import type { LineView } from '#domain/operations/draft.ts'
import type { Product } from '#domain/product.ts'
import { productWords } from '#domain/product-words.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { useLineMark } from '#src/device/use-line-mark.ts'
import { ProductRow } from '#src/ui/list/product-row.tsx'
import type { QuantityChange } from '#src/ui/list/use-quantity-entry.ts'

/** @returns a promise whose rejection puts the box back; the failure is shown where it arose */
export type OnProductQuantity = (change: QuantityChange, product: Product) => unknown

export type ResultRowProps = {
  product: Product
  /** What its controls call it, among all that were found. */
  calledAs: string | undefined
  to: string
  /** The line of this product in the trolly; undefined: it is not in there. */
  line: LineView | undefined
  pricesHere: boolean
  readOnly: boolean
  /** Whether the server was reached last. */
  reached: boolean
  onQuantity: OnProductQuantity | undefined
}

/** A product that was found, with how many of it are in the trolly. Redraws only when one of these changes. */
export const ResultRow = memo(function ResultRow({
  product,
  calledAs,
  to,
  line,
  pricesHere,
  readOnly,
  reached,
  onQuantity,
}: ResultRowProps) {
  const words = useMemo(() => productWords(product, pricesHere), [product, pricesHere])
  const change = useCallback((asked: QuantityChange) => onQuantity?.(asked, product), [onQuantity, product])
  return (
    <ProductRow
      {...words}
      calledAs={calledAs}
      to={to}
      quantity={line && !line.removed ? line.quantity : 0}
      maxQuantity={QUANTITY_MAX}
      quantityDisabled={readOnly}
      onQuantity={onQuantity && change}
      lineState={useLineMark(line?.state, reached)}
    />
  )
}, isSameRow)

/** Lines are computed anew with each change of the trolly; most of them come to the same. */
function isSameRow(a: ResultRowProps, b: ResultRowProps): boolean {
  return (
    a.product === b.product &&
    a.calledAs === b.calledAs &&
    a.to === b.to &&
    a.pricesHere === b.pricesHere &&
    a.readOnly === b.readOnly &&
    a.reached === b.reached &&
    a.onQuantity === b.onQuantity &&
    a.line?.quantity === b.line?.quantity &&
    a.line?.removed === b.line?.removed &&
    a.line?.state === b.line?.state
  )
}
