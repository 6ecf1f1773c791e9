import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { searchDocumentOf } from '#domain/search/document.ts'
import { codeClassOf, MATCH } from '#domain/search/match.ts'
import { codeQueryOf } from '#domain/search/query.ts'
import { focusRow } from '#src/ui/list/row-focus.ts'
import type { FoundProducts } from './use-found-products.ts'

type EnterParts = {
  results: FoundProducts
  rows: RefObject<HTMLElement | null>
  onProduct: (product: Product) => void
  /** A name leads to the first product found. On a phone that would open the keyboard again. */
  leadsIntoRows: boolean
  toField: () => void
}

/**
 * Enter in the field. After a whole product number or barcode, as scanners send it, the product goes into the trolly
 * unless it is there already. Digits then set its quantity, and with a keyboard also that of the first product that a
 * name finds. Enter in that quantity leads back to the field, for the next product.
 */
export const useEnter = ({ results, rows, onProduct, leadsIntoRows, toField }: EnterParts) => {
  const { isCurrent, found } = results
  /** Enter may be pressed before its products are found. */
  const [entered, setEntered] = useState<string>()
  const quantity = useRef<Element>(null)
  useEffect(() => {
    if (entered === undefined || !isCurrent || !found) return
    setEntered(undefined)
    const place = found.data.findIndex((product) => isCodeOf(entered, product))
    const product = found.data[place]
    if (product) onProduct(product)
    else if (!leadsIntoRows) return
    focusRow(rows.current?.querySelector(`[data-row="${product ? place : 0}"]`))
    quantity.current = document.activeElement
  }, [entered, isCurrent, found, rows, onProduct, leadsIntoRows])

  const onKeyDown = useCallback(
    ({ key, target }: KeyboardEvent) => {
      if (key !== 'Enter' || target !== quantity.current) return
      // By then the box has been drawn again, and a quantity that was refused keeps the focus.
      queueMicrotask(() => {
        if (target instanceof Element && !target.matches('[aria-invalid="true"]')) toField()
      })
    },
    [toField],
  )
  return { onEnter: useCallback((text: string) => setEntered(text), []), onKeyDown }
}

const isCodeOf = (text: string, product: Product): boolean =>
  codeClassOf(codeQueryOf(text), searchDocumentOf(product).markedWords) === MATCH.codeEqual
