import type { Order } from '#contract/baskets.ts'
import { OrderPlaced } from '#src/features/checkout/order-placed.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import styles from './create.module.css'

/** What a trolly's pages show once it is an order. */
export function PlacedPage({ order }: { order: Order }) {
  return (
    <div className={styles.page}>
      <PageHeader title="Order placed" back={{ to: '/orders', label: 'Orders' }} />
      <OrderPlaced order={order} />
    </div>
  )
}
