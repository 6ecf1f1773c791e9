import { useCallback, useMemo } from 'react'
import type { Wanted } from '#domain/add-all.ts'
import type { Product } from '#domain/product.ts'
import { namesApart } from '#domain/product-words.ts'
import { quantityNote, usualQuantity } from '#domain/templates/template.ts'
import type { TemplateView } from '#domain/templates/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { ResultRows } from '#src/features/search/results/result-rows.tsx'
import { noteQuantities } from '#src/features/templates/template-actions.ts'
import { useNotedQuantities } from '#src/features/templates/use-noted-quantities.ts'
import { AddAll } from '#src/features/trolly/add-all/add-all.tsx'
import { useLastQuantities } from '#src/features/trolly/add-all/use-last-quantities.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { useProductRows } from './use-product-rows.ts'

type TemplateToOrderProps = {
  template: TemplateView
  products: ReadonlyMap<string, Product>
  /** Until then, those of the first screen. */
  hasAllProducts: boolean
  trolly: OpenTrolly
}

/** Its products with their quantities in the trolly, in shelf order. */
export function TemplateToOrder({ template, products, hasAllProducts, trolly }: TemplateToOrderProps) {
  const { name, items } = template
  const { view, pricesHere } = trolly
  const device = useUserDevice()
  const { onQuantity, ...productRows } = useProductRows(trolly)
  const note = useNotedQuantities(template)
  // Stable, so a tap re-renders one row.
  const change = useCallback<NonNullable<typeof onQuantity>>(
    async (asked, product) => {
      await onQuantity?.(asked, product)
      if (asked.quantity > 0) note(product.product_no, asked.quantity)
    },
    [note, onQuantity],
  )
  const ordered = useLastQuantities(view.customerId)
  const shown = useMemo(
    () => items.flatMap(({ product_no }) => products.get(product_no) ?? []),
    [items, products],
  )
  const wanted = useMemo(() => {
    const names = namesApart(shown)
    return items.map(
      ({ product_no, ...item }): Wanted => ({
        product_no,
        name: names.get(product_no) ?? `Product ${product_no}`,
        quantity: usualQuantity(item) ?? ordered.get(product_no) ?? 1,
      }),
    )
  }, [items, shown, ordered])
  const notes = useMemo(
    () => new Map(items.flatMap((item) => noteOf(item.product_no, quantityNote(item)))),
    [items],
  )
  const missing = hasAllProducts ? items.filter(({ product_no }) => !products.has(product_no)) : []
  return (
    <>
      <AddAll
        trolly={trolly}
        wanted={wanted}
        onAdded={(added) => noteQuantities(device, template, added).catch(showFailure)}
      />
      <ResultRows
        label={name}
        products={shown}
        count={items.length}
        {...productRows}
        onQuantity={onQuantity && change}
        pricesHere={pricesHere}
        notes={notes}
      />
      {missing.length > 0 ? (
        <Banner tone="plain" inset>
          {`Not sold at the moment, or not on this device: ${missing.map(({ product_no }) => product_no).join(', ')}.`}
        </Banner>
      ) : null}
    </>
  )
}

const noteOf = (product_no: string, note: string | undefined): [string, string][] =>
  note === undefined ? [] : [[product_no, note]]
