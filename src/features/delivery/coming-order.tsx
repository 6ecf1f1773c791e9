import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { awaitsPayment, orderPath } from '#domain/known-orders.ts'
import { ORDER_STATUS_WORDS } from '#domain/order.ts'
import type { OrderOnDevice } from '#src/store/known-orders.ts'
import { Badge } from '#src/ui/status/badge.tsx'
import styles from './coming-order.module.css'

/** A row that opens the order. @param children after its number */
export function ComingOrder({ order, children }: { order: OrderOnDevice; children: ReactNode }) {
  return (
    <Link className={styles.order} to={orderPath(order)}>
      <span className={styles.name}>
        <span>
          {`Order ${order.orderNo}`}
          {children}
        </span>
        {awaitsPayment(order) ? <Badge label={ORDER_STATUS_WORDS.awaiting_payment} tone="amber" /> : null}
      </span>
      <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
    </Link>
  )
}
