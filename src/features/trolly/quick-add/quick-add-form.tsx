import { lazy, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Product } from '#domain/product.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import type { FindSaid } from '#src/features/trolly/said-order/said-rows.ts'
import { LateSheet } from '#src/ui/surface/sheet.tsx'
import type { QuickAddTarget } from './quick-add.ts'
import { QuickAddField } from './quick-add-field.tsx'
import { sharedList } from './shared-list.ts'

const PasteSheet = lazy(async () => ({ default: (await import('./paste-sheet.tsx')).PasteSheet }))

export type QuickAddFormProps = {
  trolly: { id: string; customerId: string; priceListId: string }
  suggest?: ((text: string) => Promise<readonly Product[]>) | undefined
  loadEngine: () => Promise<{ findSaidLines: FindSaid }>
  onAdded?: ((product_no: string) => void) | undefined
  actions?: ReactNode
}

/** Into a trolly, whose products are also found on its search page. */
export function QuickAddForm({ trolly, suggest, loadEngine, onAdded, actions }: QuickAddFormProps) {
  const { id, priceListId } = trolly
  const device = useUserDevice()
  const navigate = useNavigate()
  /** What was pasted, '' if nothing was yet; undefined while the sheet is closed. */
  const [pasted, setPasted] = useState(() => (sharedList.get() === undefined ? undefined : ''))
  const target: QuickAddTarget = {
    priceListId,
    add: async (found) => (await import('./quick-add.ts')).addToTrolly(device, trolly, found),
  }
  /** What was typed there and not added, for the next time it opens. */
  const [kept, setKept] = useState('')
  const close = () => setPasted(undefined)
  return (
    <>
      <QuickAddField
        target={target}
        label="Add by code, or search by name"
        suggest={suggest}
        onName={(name) => void navigate(`/orders/create/search-${id}?q=${encodeURIComponent(name)}`)}
        onAdded={onAdded}
        onPaste={() => setPasted('')}
        onList={setPasted}
        actions={actions}
      />
      <LateSheet open={pasted !== undefined} onClose={close}>
        <PasteSheet
          onClose={close}
          pasted={pasted ?? ''}
          kept={kept}
          onKeep={setKept}
          {...{ trolly, target, loadEngine, suggest }}
        />
      </LateSheet>
    </>
  )
}
