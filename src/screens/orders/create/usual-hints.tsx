import { Text } from '@mantine/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import { namesText } from '#domain/usual-order-words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useProducts } from '#src/device/use-products.ts'
import { AddAll } from '#src/features/trolly/add-all/add-all.tsx'
import { setQuantity } from '#src/features/trolly/edit-trolly.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { OddQuantityBand, useOddLines } from '#src/features/usual-order/odd-quantity.tsx'
import { useUsualOrder } from '#src/features/usual-order/use-usual-order.ts'
import styles from './usual-hints.module.css'

export type UsualHintsProps = {
  trolly: OpenTrolly
  /** What stands under lines with an unusual quantity. Pass the same function on every render. */
  onOdd: (bands: ReadonlyMap<string, ReactNode>) => void
}

/** What the customer's past says of a trolly: lines it usually has and this one lacks, and quantities of ten times the usual. */
export function UsualHints({ trolly, onOdd }: UsualHintsProps) {
  const device = useUserDevice()
  const { view, products } = trolly
  const odd = useOddLines(trolly)
  const bands = useMemo(
    () =>
      new Map(
        odd.map((line): [string, ReactNode] => [
          line.product_no,
          <OddQuantityBand
            key={line.product_no}
            trollyId={view.id}
            name={products.get(line.product_no)?.name ?? line.product_no}
            odd={line}
            onQuantity={(product_no, quantity) => setQuantity(device, view.id, { product_no, quantity })}
          />,
        ]),
      ),
    [odd, view.id, products, device],
  )
  useEffect(() => onOdd(bands), [onOdd, bands])
  return <Missing trolly={trolly} />
}

function Missing({ trolly }: { trolly: OpenTrolly }) {
  const { view } = trolly
  const { day, lines } = useUsualOrder(view)
  const missing = useMemo(() => {
    const present = new Set(view.lines.map(({ product_no }) => product_no))
    return lines.filter(({ product_no }) => !present.has(product_no))
  }, [lines, view.lines])
  const numbers = useMemo(() => missing.map(({ product_no }) => product_no), [missing])
  const { products } = useProducts(view.priceListId, numbers)
  const wanted = missing.flatMap(({ product_no, quantity }) => {
    const product = products.get(product_no)
    return product && product.stockQuantity > 0 ? [{ product_no, quantity, name: product.name }] : []
  })
  if (view.deliveryDay === null || day === undefined) return null
  return (
    <div className={styles.missing}>
      {wanted.length === 0 ? null : (
        <Text size="sm" c="dimmed" role="status">
          {`Not in this trolly, usually ordered: ${namesText(wanted.map(({ name }) => name))}`}
        </Text>
      )}
      <AddAll trolly={trolly} wanted={wanted} brief />
    </div>
  )
}
