import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { searchDocumentOf } from '#domain/search/document.ts'
import { codeClassOf, MATCH } from '#domain/search/match.ts'
import { codeQueryOf } from '#domain/search/query.ts'
import { focusRow } from '#src/ui/list/row-focus.ts'
import type { FoundProducts } from './use-found-products.ts'

/**
 * Enter in the field with a whole product number or barcode, as scanners send it: the product goes into the trolly where
 * it is not there yet, and its quantity has the focus, so that digits set it.
 */
export const useEnter = ({
  results: { isCurrent, found },
  rows,
  onProduct,
}: {
  results: FoundProducts
  rows: RefObject<HTMLElement | null>
  onProduct: (product: Product) => void
}): ((text: string) => void) => {
  /** Enter may come before what it is about is found. */
  const [entered, setEntered] = useState<string>()
  useEffect(() => {
    if (entered === undefined || !isCurrent || !found) return
    setEntered(undefined)
    const place = found.data.findIndex((product) => isCodeOf(entered, product))
    const product = found.data[place]
    if (!product) return
    onProduct(product)
    focusRow(rows.current?.querySelector(`[data-row="${place}"]`))
  }, [entered, isCurrent, found, rows, onProduct])
  return useCallback((text: string) => setEntered(text), [])
}

const isCodeOf = (text: string, product: Product): boolean =>
  codeClassOf(codeQueryOf(text), searchDocumentOf(product).markedWords) === MATCH.codeEqual
