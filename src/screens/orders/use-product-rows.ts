import { useCallback, useMemo } from 'react'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { useProductQuantity } from './create/search/use-product-quantity.ts'
import { productPath } from './product-path.ts'

/** Stable props for product rows that fill a trolly. */
export const useProductRows = (trolly: OpenTrolly) => {
  const { view, rows } = trolly
  const lines = useMemo(() => new Map(rows.map(({ line }) => [line.product_no, line])), [rows])
  const onQuantity = useProductQuantity(trolly)
  const mayOrder = useMayOrder()
  const marks = useFavouriteMarks(view)
  const pathOf = useCallback((product_no: string) => productPath(product_no, view.id), [view.id])
  return {
    lines,
    readOnly: view.readOnly || view.state !== 'open',
    pathOf,
    onQuantity: mayOrder ? onQuantity : undefined,
    ...marks,
  }
}
