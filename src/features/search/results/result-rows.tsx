import { memo, type ReactNode, useMemo } from 'react'
import type { Product } from '#domain/product.ts'
import { namesApart } from '#domain/product-words.ts'
import type { LineView } from '#domain/trollies/line-view.ts'
import { useReached } from '#src/device/use-reached.ts'
import { RowHeadings } from '#src/ui/list/row-headings.tsx'
import { RowList } from '#src/ui/list/row-list.tsx'
import { type OnFavourite, type OnProductQuantity, ResultRow } from './result-row.tsx'
import { useTiles } from './view-choice.tsx'

/** Pass stable handlers. */
export type ProductRowsFor = {
  lines: ReadonlyMap<string, LineView>
  /** False: this account's prices were never downloaded, so products may have one all the same. */
  pricesHere: boolean
  readOnly: boolean
  pathOf: (product_no: string) => string
  onQuantity: OnProductQuantity | undefined
  favourites: ReadonlySet<string>
  onFavourite: OnFavourite
  /** A second line of the row, such as for a product that is out of stock. */
  renderBelow?: ((product: Product) => ReactNode) | undefined
}

export type ResultRowsProps = ProductRowsFor & {
  label: string
  products: readonly Product[]
  /** The length of the whole list, where `products` is its beginning. */
  count?: number | undefined
  /** Products whose names must differ; by default those shown. */
  among?: readonly Product[] | undefined
  /** A badge by product number. */
  notes?: ReadonlyMap<string, string> | undefined
  /** False where the list continues another. */
  headed?: boolean | undefined
  /** What the first tap adds, by product number; one without. */
  addQuantities?: ReadonlyMap<string, number> | undefined
}

export const ResultRows = memo(function ResultRows(props: ResultRowsProps) {
  const { label, products, among = products, lines, pricesHere, readOnly, pathOf, onQuantity } = props
  const { favourites, onFavourite, renderBelow, notes, addQuantities, count, headed = true } = props
  const tiles = useTiles()
  const reached = useReached()
  const names = useMemo(() => namesApart(among), [among])
  return (
    <RowList
      label={label}
      tiles={tiles}
      rows={products}
      count={count}
      headings={headed ? <RowHeadings /> : null}
      getKey={({ product_no }) => product_no}
      renderRow={(product) => (
        <ResultRow
          product={product}
          calledAs={names.get(product.product_no)}
          to={pathOf(product.product_no)}
          line={lines.get(product.product_no)}
          pricesHere={pricesHere}
          readOnly={readOnly}
          reached={reached}
          onQuantity={onQuantity}
          isFavourite={favourites.has(product.product_no)}
          onFavourite={onFavourite}
          renderBelow={renderBelow}
          addQuantity={addQuantities?.get(product.product_no)}
          note={notes?.get(product.product_no)}
        />
      )}
    />
  )
})
