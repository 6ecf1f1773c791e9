import { Navigate, useSearchParams } from 'react-router-dom'
import { awaitsPayment, isToCome } from '#domain/known-orders.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { OrderList } from '#src/features/orders/order-list.tsx'
import { OrderSegments } from '#src/features/orders/order-segments.tsx'
import { useKnownOrders } from '#src/features/orders/use-known-orders.ts'
import { OverdueNotice } from '#src/features/paperwork/overdue-notice.tsx'
import { PayLink } from '#src/features/payments/pay-link.tsx'
import {
  NewTrolly,
  type NewTrollyProps,
  StartShopping,
} from '#src/features/trolly/open-trollies/start-shopping.tsx'
import { TrollyList } from '#src/features/trolly/open-trollies/trolly-list.tsx'
import { OrderAgainButton } from '#src/features/trolly/order-again/order-again-button.tsx'
import { useSharedList } from '#src/features/trolly/quick-add/use-shared-list.ts'
import { useDraftId } from '#src/features/trolly/use-draft.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { PageLinks } from '#src/ui/layout/page-links.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import styles from './orders.module.css'

export function Screen() {
  return <WithCustomer>{(orderingFor) => <OrdersPage orderingFor={orderingFor} />}</WithCustomer>
}

const PAST_ORDERS = 6

function OrdersPage({ orderingFor }: Pick<NewTrollyProps, 'orderingFor'>) {
  const { customer, trolly } = orderingFor
  const orders = useKnownOrders(customer)
  const target = useShortcutTarget(trolly?.id)
  if (target !== undefined) return <Navigate to={target} replace />
  return (
    <>
      <PageHeader
        title="Orders"
        detail={customer.name}
        actions={<NewTrolly orderingFor={orderingFor} variant="filled" />}
      />
      <OrderSegments current="/orders" />
      <PageLinks />
      <OverdueNotice customerId={customer.id} />
      <Section
        title="Open trollies"
        flush
        action={
          <ButtonLink variant="subtle" to="/orders/relay">
            Receive a trolly
          </ButtonLink>
        }
      >
        <TrollyList
          customerId={customer.id}
          currentId={trolly?.id ?? null}
          action={<StartShopping orderingFor={orderingFor} variant="tint" />}
        />
      </Section>
      <OrderList
        title="Active orders"
        orders={orders.filter(isToCome)}
        action={
          <ButtonLink variant="subtle" to="/orders/active-orders">
            All active orders
          </ButtonLink>
        }
        renderAction={(order) =>
          awaitsPayment(order) ? <PayLink orderId={order.id} /> : <OrderAgainButton order={order} compact />
        }
      />
      <OrderList
        title="Past orders"
        orders={orders.filter((order) => !isToCome(order)).slice(0, PAST_ORDERS)}
        action={
          <ButtonLink variant="subtle" to="/orders/history">
            Order history
          </ButtonLink>
        }
        // A phone's rows are opened first: six more buttons would halve the orders in sight.
        renderAction={(order) => (
          <div className={styles.again}>
            <OrderAgainButton order={order} compact />
          </div>
        )}
      />
    </>
  )
}

/** For the shortcuts `/orders?open=search` and `?open=trolly` and for shared lists (manifest.webmanifest). undefined: show the orders. */
const useShortcutTarget = (currentId: string | undefined): string | undefined => {
  const asked = useSearchParams()[0].get('open')
  const draftId = useDraftId()
  const isListHere = useSharedList(asked === 'shared')
  if (asked === 'trolly' && currentId !== undefined) return `/orders/create-${currentId}`
  const filled = currentId ?? draftId
  if (filled === undefined) return undefined
  if (isListHere) return `/orders/create-${filled}`
  return asked === 'search' ? `/orders/create/search-${filled}` : undefined
}
