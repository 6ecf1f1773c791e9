import { useState } from 'react'
import type { Order } from '#contract/trollies.ts'
import { awaitsPayment } from '#domain/known-orders.ts'
import { OrderPlaced } from '#src/features/checkout/placed/order-placed.tsx'
import { ChangeUntil } from '#src/features/delivery/change-until.tsx'
import { OrderActions } from '#src/features/orders/order-actions.tsx'
import { StandingNotice } from '#src/features/orders/standing-notice.tsx'
import { useOrder } from '#src/features/orders/use-order.ts'
import { PaymentNotice } from '#src/features/payments/payment-notice.tsx'
import { SaveAsTemplate } from '#src/features/templates/form/save-as-template.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import styles from './create.module.css'

export function PlacedPage({ order, isNew = false }: { order: Order; isNew?: boolean | undefined }) {
  const [saving, setSaving] = useState(false)
  const { order: tracked } = useOrder(order.id)
  const isOver = tracked !== undefined && (tracked.cancelledAt ?? tracked.replacedAt) !== null
  return (
    <div className={styles.page}>
      <PageHeader
        title={order.payBy === 'card' || isOver ? `Order ${order.orderNo}` : 'Order placed'}
        back={{ to: '/orders', label: 'Orders' }}
      />
      {order.payBy === 'card' ? (
        <PaymentNotice orderId={order.id} awaited={awaitsPayment(tracked ?? order)} />
      ) : null}
      {tracked ? <StandingNotice order={tracked} /> : null}
      <OrderPlaced
        order={order}
        isNew={isNew}
        isOver={isOver}
        more={
          <>
            <Button onClick={() => setSaving(true)}>Save as template</Button>
            {tracked ? <OrderActions order={tracked} /> : null}
          </>
        }
        changeUntil={
          isOver || order.method === 'collection' ? undefined : (
            <ChangeUntil
              customerId={order.customerId}
              addressId={order.deliveryAddressId}
              deliveryDay={order.deliveryDay}
            />
          )
        }
      />
      <SaveAsTemplate
        open={saving}
        onClose={() => setSaving(false)}
        customerId={order.customerId}
        items={order.lines}
      />
    </div>
  )
}
