import { OrderActions } from '#src/features/orders/order-actions.tsx'
import { OrderPage } from '#src/features/orders/order-page.tsx'

export function Screen({ id }: { id: string }) {
  return <OrderPage key={id} id={id} renderActions={(order) => <OrderActions order={order} />} />
}
