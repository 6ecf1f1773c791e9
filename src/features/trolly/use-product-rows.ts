import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type Product, productPath } from '#domain/product.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { searchRecorderOf } from '#src/device/search-recorder.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { changeQuantity, type QuantityAsked } from './change-quantity.ts'
import { changeLine } from './edit-trolly.ts'

/** Stable props for product rows that fill a trolly. */
export const useProductRows = (trolly: OpenTrolly) => {
  const { view, rows } = trolly
  const lines = useMemo(() => new Map(rows.map(({ line }) => [line.product_no, line])), [rows])
  const onQuantity = useProductQuantity(trolly)
  const mayOrder = useMayOrder()
  const pathOf = useCallback((product_no: string) => productPath(product_no, view.id), [view.id])
  return {
    lines,
    readOnly: view.readOnly || view.state !== 'open',
    pathOf,
    onQuantity: mayOrder ? onQuantity : undefined,
  }
}

/** Stable for one trolly, so that rows need not redraw. Removing a product offers an undo. */
export const useProductQuantity = (
  trolly: OpenTrolly,
): ((asked: QuantityAsked, product: Product) => Promise<void>) => {
  const device = useUserDevice()
  const latest = useRef(trolly)
  useEffect(() => {
    latest.current = trolly
  }, [trolly])
  const trollyId = trolly.view.id
  return useCallback(
    async (asked, { product_no, pricePence }) => {
      if (asked.quantity <= 0) return await changeLine(device, trollyId, { product_no, asked })
      const { lines, customerId } = latest.current.view
      const line = lines.find((each) => each.product_no === product_no && !each.removed)
      const more = asked.entry === 'step' ? asked.by : asked.quantity - (line?.quantity ?? 0)
      try {
        await changeQuantity(device, trollyId, {
          product_no,
          asked,
          present: line !== undefined,
          pricePence,
          now: new Date(),
        })
        if (more > 0) void searchRecorderOf(device).added({ customerId, product_no, quantity: more })
      } catch (error) {
        showFailure(error)
        throw error
      }
    },
    [device, trollyId],
  )
}
