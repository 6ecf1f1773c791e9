import { useNavigate } from 'react-router-dom'
import { statusOfListName } from '#domain/order.ts'
import { ActiveOrderList } from '#src/features/orders/active-order-list.tsx'

/** @param name one of the route's values */
export function Screen({ name }: { name: string }) {
  const navigate = useNavigate()
  return (
    <ActiveOrderList
      key={name}
      status={statusOfListName(name)}
      onOpen={({ id }) => navigate(`/orders/history-${id}`)}
    />
  )
}
