import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { searchDocumentOf } from '#domain/search/document.ts'
import { codeClassOf, MATCH } from '#domain/search/match.ts'
import { codeQueryOf } from '#domain/search/query.ts'
import { focusRow } from '#src/ui/list/row-focus.ts'
import type { FoundProducts } from './use-found-products.ts'

/**
 * Enter in the field. After a whole product number or barcode, as scanners send it, the product goes into the trolly
 * unless it is there already. Digits then set its quantity, and with a keyboard also the quantity of the first product
 * that a name finds.
 */
export const useEnter = ({
  results: { isCurrent, found },
  rows,
  onProduct,
  leadsIntoRows,
}: {
  results: FoundProducts
  rows: RefObject<HTMLElement | null>
  onProduct: (product: Product) => void
  /** A name leads to the first product found. On a phone that would open the keyboard again. */
  leadsIntoRows: boolean
}): ((text: string) => void) => {
  /** Enter may come before what it is about is found. */
  const [entered, setEntered] = useState<string>()
  useEffect(() => {
    if (entered === undefined || !isCurrent || !found) return
    setEntered(undefined)
    const place = found.data.findIndex((product) => isCodeOf(entered, product))
    const product = found.data[place]
    if (product) onProduct(product)
    else if (!leadsIntoRows) return
    focusRow(rows.current?.querySelector(`[data-row="${product ? place : 0}"]`))
  }, [entered, isCurrent, found, rows, onProduct, leadsIntoRows])
  return useCallback((text: string) => setEntered(text), [])
}

const isCodeOf = (text: string, product: Product): boolean =>
  codeClassOf(codeQueryOf(text), searchDocumentOf(product).markedWords) === MATCH.codeEqual
