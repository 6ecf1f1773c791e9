import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { decideQuickLine, faultText, type QuickDecision, quickReadings } from '#domain/quick-add.ts'
import { searchDocumentOf } from '#search/document.ts'
import { codeClassOf, MATCH } from '#search/match.ts'
import { wholeCodeOf } from '#search/query.ts'
import { focusRow } from '#src/ui/list/row-focus.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import type { FoundProducts } from './results/use-found-products.ts'

type EnterParts = {
  results: FoundProducts
  rows: RefObject<HTMLElement | null>
  /** @param quantity undefined if only the code was typed */
  onProduct: (product: Product, quantity: number | undefined) => void
  /** A name then leads to the first result; on a phone that would reopen the keyboard. */
  leadsIntoRows: boolean
  toField: () => void
}

/**
 * Enter after a full product number or barcode, as scanners send it, adds the product unless present; digits then set
 * its quantity. After a code and a quantity, as quick add reads them, it adds so many. With a keyboard, a name leads to the first result. Enter in the quantity returns to the field.
 */
export const useEnter = ({ results, rows, onProduct, leadsIntoRows, toField }: EnterParts) => {
  const { isCurrent, found } = results
  /** Enter may come before the results. */
  const [entered, setEntered] = useState<string>()
  const quantity = useRef<Element>(null)
  useEffect(() => {
    if (entered === undefined || !isCurrent || !found) return
    setEntered(undefined)
    const line = enteredIn(entered, found.data)
    const product = 'product' in line ? line.product : undefined
    if (line.is === 'code') onProduct(line.product, undefined)
    else if (line.is === 'found') onProduct(line.product, line.quantity)
    else if (line.is !== 'unknown')
      notifications.show({ message: faultText(line), statusColor: 'warning', showInProduction: true })
    if (!product && (line.is === 'unclear' || !leadsIntoRows)) return
    const place = product ? found.data.indexOf(product) : 0
    focusRow(rows.current?.querySelector(`[data-row="${place}"]`))
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

/** What a text orders of the products that it found: a whole code, or one with a quantity. */
export const enteredIn = (
  text: string,
  products: readonly Product[],
): QuickDecision<Product> | { is: 'code'; product: Product } => {
  const product = products.find((each) => isCodeOf(text, each))
  if (product) return { is: 'code', product }
  return decideQuickLine(quickReadings(text), (code) => products.filter((each) => isCodeOf(code, each)))
}

const isCodeOf = (text: string, product: Product): boolean =>
  codeClassOf(wholeCodeOf(text), searchDocumentOf(product).markedWords) === MATCH.codeEqual
