import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type Product, productPath } from '#domain/product.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { changeQuantity, type QuantityAsked } from './change-quantity.ts'
import { changeLine } from './edit-trolly.ts'

/** Stable props for product rows that fill a trolly. @param onAdded called once a product is stored, also stable */
export const useProductRows = (trolly: OpenTrolly, onAdded: () => void) => {
  const { view, rows } = trolly
  const lines = useMemo(() => new Map(rows.map(({ line }) => [line.product_no, line])), [rows])
  const onQuantity = useProductQuantity(trolly, onAdded)
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
  onAdded: () => void,
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
      const line = latest.current.view.lines.find((each) => each.product_no === product_no)
      try {
        await changeQuantity(device, trollyId, {
          product_no,
          asked,
          present: line !== undefined && !line.removed,
          pricePence,
          now: new Date(),
        })
        onAdded()
      } catch (error) {
        showFailure(error)
        throw error
      }
    },
    [device, trollyId, onAdded],
  )
}
