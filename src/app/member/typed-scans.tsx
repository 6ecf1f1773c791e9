import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { productPath } from '#domain/product.ts'
import { createScanReader, hasCode } from '#domain/scanned-code.ts'
import { isTextEntry } from '#src/app/shortcuts.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { useSuggest } from '#src/features/search/use-suggest.ts'
import { addToTrolly } from '#src/features/trolly/quick-add/quick-add.ts'
import { useDraftId } from '#src/features/trolly/use-draft.ts'
import type { OrderingFor } from '#src/store/choice.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** A handheld scanner types. Outside a field, on any page, what it types is added to the current trolly. */
export function TypedScans() {
  const ordering = useOrderingFor().value
  return ordering ? <Scans ordering={ordering} /> : null
}

function Scans({ ordering: { customer, trolly } }: { ordering: OrderingFor }) {
  const device = useUserDevice()
  const navigate = useNavigate()
  const mayOrder = useMayOrder()
  const draftId = useDraftId()
  const { find } = useSuggest({ customerId: customer.id, priceListId: customer.priceListId })
  const trollyId = trolly?.id ?? draftId
  const latest = useRef<(code: string) => Promise<void>>(undefined)
  latest.current = async (code) => {
    const [product, ...others] = (await find(code)).filter((each) => hasCode(each, code))
    if (!product) return tell(`No product with code ${code}`, 'warning')
    if (trollyId === undefined || !mayOrder || others.length > 0)
      return void navigate(productPath(product.product_no, trollyId))
    tell((await addToTrolly(device, { id: trollyId, customerId: customer.id }, { product })).words, 'success')
  }
  useEffect(() => {
    const read = createScanReader()
    const onKeyDown = ({ key, timeStamp, target }: KeyboardEvent) => {
      if (isTextEntry(target) || document.documentElement.hasAttribute('data-sheet-open')) return
      const code = read({ key, atMs: timeStamp })
      if (code !== undefined) latest.current?.(code).catch(showFailure)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}

const tell = (message: string, statusColor: 'success' | 'warning'): void =>
  void notifications.show({ message, statusColor, showInProduction: true })
