import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { searchDocumentOf } from '#search/document.ts'
import { codeClassOf, MATCH } from '#search/match.ts'
import { codeQueryOf } from '#search/query.ts'
import { focusRow } from '#src/ui/list/row-focus.ts'
import type { FoundProducts } from './results/use-found-products.ts'

type EnterParts = {
  results: FoundProducts
  rows: RefObject<HTMLElement | null>
  onProduct: (product: Product) => void
  /** A name then leads to the first result; on a phone that would reopen the keyboard. */
  leadsIntoRows: boolean
  toField: () => void
}

/**
 * Enter after a full product number or barcode, as scanners send it, adds the product unless present; digits then set
 * its quantity. With a keyboard, a name leads to the first result. Enter in the quantity returns to the field.
 */
export const useEnter = ({ results, rows, onProduct, leadsIntoRows, toField }: EnterParts) => {
  const { isCurrent, found } = results
  /** Enter may come before the results. */
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
      // After the box has redrawn; a refused quantity keeps the focus.
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
