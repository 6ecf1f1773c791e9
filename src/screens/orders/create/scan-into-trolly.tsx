import { useCallback } from 'react'
import type { Product } from '#domain/product.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { ScanButton } from '#src/features/scan/scan-button.tsx'
import { useSuggest } from '#src/features/search/use-suggest.ts'
import { addToTrolly } from '#src/features/trolly/quick-add/quick-add.ts'
import { ScannedRows } from '#src/features/trolly/scanned-rows.tsx'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'

export function ScanIntoTrolly({ trolly }: { trolly: OpenTrolly }) {
  const { id, customerId, readOnly, state } = trolly.view
  const device = useUserDevice()
  const { find } = useSuggest(trolly.view)
  const add = useCallback(
    async (product: Product) => (await addToTrolly(device, { id, customerId }, { product })).words,
    [device, id, customerId],
  )
  if (readOnly || state !== 'open') return null
  return (
    <ScanButton
      find={find}
      add={add}
      renderRows={(products) => <ScannedRows trolly={trolly} products={products} />}
    />
  )
}
