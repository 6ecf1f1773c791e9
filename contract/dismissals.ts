import { type Static, Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, Instant, naming, nullable, ProductNo } from './values.ts'

const ForCustomer = { id: naming(CustomerId, 'customer_not_found') }
const Params = Strict({ ...ForCustomer, productNo: naming(ProductNo, 'product_not_found') })

/** The dismissal after the change; `dismissedAt` is null if the product may be proposed. */
export const DismissalChanged = Strict({ product_no: ProductNo, dismissedAt: nullable(Instant) })
export type DismissalChanged = Static<typeof DismissalChanged>

export const dismissals = {
  dismiss: endpoint('POST', 'customer/{id}/dismissal/{productNo}', {
    params: Params,
    reply: DismissalChanged,
    access: 'orderer',
    repeat: 'keyed',
    batch: 'member',
    summary: 'Leave a product out of the customer’s usual order until it is ordered again.',
  }),
  putBack: endpoint('DELETE', 'customer/{id}/dismissal/{productNo}', {
    params: Params,
    reply: DismissalChanged,
    access: 'orderer',
    repeat: 'keyed',
    batch: 'member',
    summary: 'Put a product back into the customer’s usual order.',
  }),
  list: endpoint('GET', 'customer/{id}/dismissals', {
    params: Strict(ForCustomer),
    reply: Strict({ data: Type.Array(Strict({ product_no: ProductNo, dismissedAt: Instant })) }),
    access: 'user',
    summary: 'Products that the customer’s usual order leaves out, latest first.',
  }),
}
