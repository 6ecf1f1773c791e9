import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { awaitsPayment, orderAmountText, orderPath } from '#domain/known-orders.ts'
import { dayText } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import { productMark } from '#domain/product-mark.ts'
import { useLive } from '#src/device/use-live.ts'
import type { OrderOnDevice } from '#src/store/known-orders.ts'
import { PICTURED, productPicturesQuery } from '#src/store/products/pictures.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { Mosaic, type MosaicProps } from '#src/ui/list/mosaic.tsx'
import rowLink from '#src/ui/list/row-link.module.css'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Money } from '#src/ui/status/money.tsx'
import styles from './order-list.module.css'
import { OrderBadge } from './order-status.tsx'

export type OrderListProps = {
  title: string
  orders: readonly OrderOnDevice[]
  /** To the whole list. */
  action?: ReactNode
  renderAction?: ((order: OrderOnDevice) => ReactNode) | undefined
}

/** Orders that this device knows of. Absent without any. */
export function OrderList({ title, orders, action, renderAction }: OrderListProps) {
  const now = new Date(useMinute())
  const pictures = usePictures(orders)
  if (orders.length === 0) return null
  return (
    <Section title={title} flush action={action}>
      <ul aria-label={title}>
        {orders.map((order) => (
          <li key={order.id} className={`${rowLink.row} ${styles.order}`}>
            <Mosaic pictures={pictures(order)} />
            <Link className={`${rowLink.link} ${styles.number}`} to={orderPath(order)}>
              <Hidden>Order</Hidden> {order.orderNo}
            </Link>
            <span className={styles.amount}>
              <Money>{orderAmountText(order)}</Money>
            </span>
            <Text size="xs" c="dimmed" className={styles.facts ?? ''}>
              {`For ${dayText(order.deliveryDay, now)} · ${countText(order.lines.length, 'line')}`}
            </Text>
            <span className={styles.badge}>
              <Standing order={order} />
            </span>
            {renderAction ? (
              <div className={`${rowLink.above} ${styles.action}`}>{renderAction(order)}</div>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** A product that this device does not know is drawn by its name. */
const usePictures = (orders: readonly OrderOnDevice[]) => {
  const pictured = ({ lines }: OrderOnDevice) => lines.slice(0, PICTURED)
  const productNos = new Set(orders.flatMap(pictured).map(({ product_no }) => product_no))
  const known = useLive(productPicturesQuery([...productNos])).value
  return (order: OrderOnDevice): MosaicProps['pictures'] =>
    known
      ? pictured(order).map(({ product_no, name }) => known[product_no] ?? { mark: markOfName(name) })
      : []
}

const markOfName = (name: string) => productMark({ category: '', group: '', department: '', name })

function Standing({ order }: { order: OrderOnDevice }) {
  if (awaitsPayment(order)) return <OrderBadge status="awaiting_payment" />
  return order.status ? <OrderBadge status={order.status} shortCount={order.shortCount} /> : null
}
