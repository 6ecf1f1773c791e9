import { useNavigate } from 'react-router-dom'
import { statusOfListName } from '#domain/order.ts'
import { ActiveOrderList } from '#src/features/orders/active-order-list.tsx'

/** @param name the status whose orders it lists, from the route's values; all active orders without one */
export function Screen({ name }: { name?: string }) {
  const navigate = useNavigate()
  return (
    <ActiveOrderList
      key={name}
      status={name === undefined ? undefined : statusOfListName(name)}
      onOpen={({ id }) => navigate(`/orders/history-${id}`)}
    />
  )
}
