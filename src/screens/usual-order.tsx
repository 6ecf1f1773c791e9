import { Group } from '@mantine/core'
import { lazy, useMemo, useState } from 'react'
import type { Wanted } from '#domain/add-all.ts'
import type { Product } from '#domain/product.ts'
import type { UsualLine } from '#domain/usual-order.ts'
import { useProducts } from '#src/device/use-products.ts'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import { UsualProducts } from '#src/features/search/results/usual-products.tsx'
import { useStockAlertRow } from '#src/features/stock-alerts/use-stock-alert-row.tsx'
import { AddAll } from '#src/features/trolly/add-all/add-all.tsx'
import { useProductRows } from '#src/features/trolly/use-product-rows.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { useOnceInTrolly } from '#src/features/usual-order/use-once-in-trolly.ts'
import { useUsualOrder } from '#src/features/usual-order/use-usual-order.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { LateSheet } from '#src/ui/surface/sheet.tsx'

const ProposalSheet = lazy(async () => ({
  default: (await import('#src/features/usual-order/proposal-sheet.tsx')).ProposalSheet,
}))

/** Home's first question: what the customer usually orders for this day and has not added yet. Draws nothing without any. */
export function UsualOrder({ trolly }: { trolly: OpenTrolly }) {
  const { view } = trolly
  const { day, proposed, lines, dismissed } = useUsualOrder(view)
  const [choosing, setChoosing] = useState(false)
  const onceInTrolly = useOnceInTrolly(view.id)
  const shown = useShown(lines, day, onceInTrolly)
  // Of all, so that one that is put back does not have to be read first.
  const numbers = useMemo(() => proposed.map(({ product_no }) => product_no), [proposed])
  const { products: found, pricesHere } = useProducts(view.priceListId, numbers)
  const products = useMemo(
    () => shown.flatMap(({ product_no }) => found.get(product_no) ?? []),
    [shown, found],
  )
  const addQuantities = useMemo(
    () => new Map(shown.map(({ product_no, quantity }) => [product_no, quantity])),
    [shown],
  )
  const productRows = useProductRows(trolly)
  const marks = useFavouriteMarks(view)
  const alertRow = useStockAlertRow(view)
  if (day === undefined || (products.length === 0 && dismissed.length === 0)) return null
  return (
    <Section
      title="Your usual"
      flush
      action={
        // Its place stays once all are added, so that no row moves.
        <Group mih="var(--target)">
          <AddAll
            trolly={trolly}
            wanted={wantedOf(products, { addQuantities, trolly, onceInTrolly })}
            brief
          />
        </Group>
      }
    >
      <UsualProducts
        label="Your usual"
        products={products}
        atFirst={AT_FIRST}
        {...productRows}
        {...marks}
        pricesHere={pricesHere}
        addQuantities={addQuantities}
        renderBelow={alertRow}
        more={
          <>
            <ButtonLink variant="subtle" to={`/orders/create/search-${view.id}`}>
              All products
            </ButtonLink>
            {productRows.onQuantity ? (
              <Button variant="subtle" onClick={() => setChoosing(true)}>
                Change what is proposed
              </Button>
            ) : null}
          </>
        }
      />
      <LateSheet open={choosing} onClose={() => setChoosing(false)}>
        <ProposalSheet
          open={choosing}
          onClose={() => setChoosing(false)}
          customer={view}
          lines={lines}
          dismissed={dismissed}
        />
      </LateSheet>
    </Section>
  )
}

/** Two strokes of a thumb. */
const AT_FIRST = 8

/** A line that is added keeps its row until the page is left or the day changes, so that nothing moves under the finger. */
const useShown = (
  lines: readonly UsualLine[],
  day: string | undefined,
  onceInTrolly: ReadonlySet<string> | undefined,
): readonly UsualLine[] => {
  const [kept, setKept] = useState<{ day: string | undefined; numbers: ReadonlySet<string> }>()
  const known = kept?.day === day ? kept?.numbers : undefined
  const fresh = lines.filter(
    ({ product_no }) => onceInTrolly?.has(product_no) === false && !known?.has(product_no),
  )
  if (fresh.length > 0)
    setKept({ day, numbers: new Set([...(known ?? []), ...fresh.map(({ product_no }) => product_no)]) })
  return useMemo(() => lines.filter(({ product_no }) => known?.has(product_no)), [lines, known])
}

/** What can be delivered: the rest has its row, which says why. */
const wantedOf = (
  products: readonly Product[],
  {
    addQuantities,
    trolly,
    onceInTrolly,
  }: {
    addQuantities: ReadonlyMap<string, number>
    trolly: OpenTrolly
    onceInTrolly: ReadonlySet<string> | undefined
  },
): Wanted[] => {
  const present = new Set(trolly.view.lines.flatMap((line) => (line.removed ? [] : [line.product_no])))
  return products.flatMap(({ product_no, name, stockQuantity }) =>
    stockQuantity > 0 && !present.has(product_no) && !onceInTrolly?.has(product_no)
      ? [{ product_no, name, quantity: addQuantities.get(product_no) ?? 1 }]
      : [],
  )
}
