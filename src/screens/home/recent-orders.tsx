import type { Customer } from '#domain/customer.ts'
import { awaitsPayment } from '#domain/known-orders.ts'
import { OrderList } from '#src/features/orders/order-list.tsx'
import { useKnownOrders } from '#src/features/orders/use-known-orders.ts'
import { OverdueNotice } from '#src/features/paperwork/overdue-notice.tsx'
import { PayLink } from '#src/features/payments/pay-link.tsx'
import { OrderAgainButton } from '#src/features/trolly/order-again/order-again-button.tsx'
import { ButtonLink } from '#src/ui/action/button.tsx'

const MOST = 3

export function RecentOrders({ customer }: { customer: Customer }) {
  const orders = useKnownOrders(customer)
  return (
    <>
      <OverdueNotice customerId={customer.id} />
      <OrderList
        title="Recent orders"
        orders={orders.slice(0, MOST)}
        action={
          <ButtonLink variant="subtle" to="/orders/history">
            All orders
          </ButtonLink>
        }
        renderAction={(order) =>
          awaitsPayment(order) ? <PayLink orderId={order.id} /> : <OrderAgainButton order={order} compact />
        }
      />
    </>
  )
}
