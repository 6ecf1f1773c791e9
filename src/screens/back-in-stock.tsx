import { useCallback, useEffect, useRef } from 'react'
import type { Product } from '#domain/product.ts'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import { ResultRows } from '#src/features/search/results/result-rows.tsx'
import { useStockAlertChange } from '#src/features/stock-alerts/stock-alerts.ts'
import { useCameTrue } from '#src/features/stock-alerts/use-came-true.ts'
import { useLastQuantities } from '#src/features/trolly/add-all/use-last-quantities.ts'
import { useProductRows } from '#src/features/trolly/use-product-rows.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'

/** News on home and among the stock alerts: products that the person asked for and can order now. Draws nothing without any. */
export function BackInStock({ trolly }: { trolly: OpenTrolly }) {
  const { view } = trolly
  const { products, pricesHere } = useCameTrue(view)
  const change = useStockAlertChange(view)
  const { onQuantity, ...productRows } = useProductRows(trolly)
  const marks = useFavouriteMarks(view)
  const noteAdded = useDismissWhenLeft(change)
  const addAndNote = useCallback<NonNullable<typeof onQuantity>>(
    async (asked, product) => {
      await onQuantity?.(asked, product)
      noteAdded(product.product_no, asked.quantity > 0)
    },
    [onQuantity, noteAdded],
  )
  const dismissal = useCallback(
    ({ product_no, name }: Product) => (
      <Button
        variant="subtle"
        compact
        aria-label={`Dismiss: ${name}`}
        onClick={() => void change('withdraw', product_no)}
      >
        Dismiss
      </Button>
    ),
    [change],
  )
  const addQuantities = useLastQuantities(view.customerId)
  if (products.length === 0) return null
  return (
    <Section title="Back in stock" flush>
      <ResultRows
        label="Back in stock"
        products={products}
        {...productRows}
        {...marks}
        onQuantity={onQuantity && addAndNote}
        pricesHere={pricesHere}
        addQuantities={addQuantities}
        renderBelow={dismissal}
      />
    </Section>
  )
}

/** What was added is no news any more, but keeps its row until the page is left: another tap on + may follow. */
const useDismissWhenLeft = (change: ReturnType<typeof useStockAlertChange>) => {
  const added = useRef(new Set<string>())
  useEffect(() => {
    const products = added.current
    return () => {
      for (const product_no of products) void change('withdraw', product_no)
      products.clear()
    }
  }, [change])
  return useCallback((product_no: string, isAdded: boolean) => {
    if (isAdded) added.current.add(product_no)
    else added.current.delete(product_no)
  }, [])
}
