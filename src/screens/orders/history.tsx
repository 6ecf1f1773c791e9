import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { customersQuery } from '#src/device/customers/customer-queries.ts'
import { useApi } from '#src/device/device-context.tsx'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { OrderHistory } from '#src/features/orders/order-history.tsx'

export function Screen() {
  const navigate = useNavigate()
  const { data } = useQuery(customersQuery(useApi()))
  return (
    <WithCustomer>
      {({ customer }) => (
        <OrderHistory
          key={customer.id}
          customer={customer}
          hasOthers={(data?.total ?? 1) > 1}
          onOpen={({ id }) => navigate(`/orders/history-${id}`)}
        />
      )}
    </WithCustomer>
  )
}
