import type { Product } from '#domain/product.ts'
import { namesApart, productWords } from '#domain/product-words.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { ProductRow } from '#src/ui/list/product-row.tsx'
import { RowList } from '#src/ui/list/row-list.tsx'
import { useProductRows } from './use-product-rows.ts'
import type { OpenTrolly } from './use-trolly.ts'

/** Products that were just scanned into a trolly, each with its quantity there. */
export function ScannedRows({ trolly, products }: { trolly: OpenTrolly; products: readonly Product[] }) {
  const { lines, readOnly, onQuantity } = useProductRows(trolly)
  const names = namesApart(products)
  const quantityOf = (product_no: string) => {
    const line = lines.get(product_no)
    return line && !line.removed ? line.quantity : 0
  }
  return (
    <RowList
      label="Scanned products"
      rows={products}
      getKey={({ product_no }) => product_no}
      renderRow={(product) => (
        <ProductRow
          {...productWords(product, trolly.pricesHere)}
          calledAs={names.get(product.product_no)}
          quantity={quantityOf(product.product_no)}
          maxQuantity={QUANTITY_MAX}
          quantityDisabled={readOnly}
          onQuantity={onQuantity && ((change) => onQuantity(change, product))}
        />
      )}
    />
  )
}
