import { lazy, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Product } from '#domain/product.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import type { QuickAddTarget } from './quick-add.ts'
import { QuickAddField } from './quick-add-field.tsx'
import { sharedList } from './shared-list.ts'

const PasteList = lazy(async () => ({ default: (await import('./paste-list.tsx')).PasteList }))

export type QuickAddFormProps = {
  trolly: { id: string; customerId: string; priceListId: string }
  suggest?: ((text: string) => Promise<readonly Product[]>) | undefined
  onAdded?: ((product_no: string) => void) | undefined
  actions?: ReactNode
}

/** Into a trolly, whose products are also found on its search page. */
export function QuickAddForm({ trolly, suggest, onAdded, actions }: QuickAddFormProps) {
  const { id, priceListId } = trolly
  const device = useUserDevice()
  const navigate = useNavigate()
  const [pasting, setPasting] = useState(() => sharedList.get() !== undefined)
  const target: QuickAddTarget = {
    priceListId,
    add: async (found) => (await import('./quick-add.ts')).addToTrolly(device, trolly, found),
  }
  return (
    <>
      <QuickAddField
        target={target}
        label="Add by code, or search by name"
        suggest={suggest}
        onName={(name) => void navigate(`/orders/create/search-${id}?q=${encodeURIComponent(name)}`)}
        onAdded={onAdded}
        onPaste={() => setPasting(true)}
        actions={actions}
      />
      <Sheet open={pasting} onClose={() => setPasting(false)} title="Paste a list">
        <PasteList target={target} />
      </Sheet>
    </>
  )
}
