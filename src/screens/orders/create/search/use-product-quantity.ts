import { useCallback, useEffect, useRef } from 'react'
import type { Product } from '#domain/product.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useSearchRecorder } from '#src/features/product-search-analysis/use-search-recorder.ts'
import { changeQuantity, type QuantityAsked } from '#src/features/trolly/change-quantity.ts'
import { changeLine } from '#src/features/trolly/edit-trolly.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'

/** Stable for one trolly, so that rows need not redraw. Removing a product offers an undo. */
export const useProductQuantity = (
  trolly: OpenTrolly,
): ((asked: QuantityAsked, product: Product) => Promise<void>) => {
  const device = useUserDevice()
  const recorder = useSearchRecorder()
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
        recorder.added()
      } catch (error) {
        showFailure(error)
        throw error
      }
    },
    [device, trollyId, recorder],
  )
}
