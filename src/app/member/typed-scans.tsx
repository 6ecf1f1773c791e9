import { useNavigate } from 'react-router-dom'
import { productPath } from '#domain/product.ts'
import { hasCode } from '#domain/scanned-code.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { useTypedScans } from '#src/device/use-typed-scans.ts'
import { useSuggest } from '#src/features/search/use-suggest.ts'
import { addToTrolly } from '#src/features/trolly/quick-add/quick-add.ts'
import { useDraftId } from '#src/features/trolly/use-draft.ts'
import type { OrderingFor } from '#src/store/choice.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** A handheld scanner types. On any page, what it types is added to the current trolly. */
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
  const add = async (code: string): Promise<void> => {
    const [product, ...others] = (await find(code)).filter((each) => hasCode(each, code))
    if (!product) return tell(`No product with code ${code}`, 'warning')
    if (trollyId === undefined || !mayOrder || others.length > 0)
      return void navigate(productPath(product.product_no, trollyId))
    tell((await addToTrolly(device, { id: trollyId, customerId: customer.id }, { product })).words, 'success')
  }
  useTypedScans('app', (code) => void add(code).catch(showFailure))
  return null
}

const tell = (message: string, statusColor: 'success' | 'warning'): void =>
  void notifications.show({ message, statusColor, showInProduction: true })
