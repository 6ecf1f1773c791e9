import { useNavigate } from 'react-router-dom'
import { ActiveOrderList } from '#src/features/orders/active-order-list.tsx'

export function Screen() {
  const navigate = useNavigate()
  return <ActiveOrderList onOpen={({ id }) => navigate(`/orders/history-${id}`)} />
}
