import { customers } from '#contract/customers.ts'
import type { Api } from '#server/routing/api.ts'
import type { CustomersService } from './customers.service.ts'

export const customersRoutes = ({ route }: Api, service: CustomersService): void => {
  route(customers.search, ({ body, user }) => service.search(user, body))
  route(customers.get, ({ params, user }) => service.get(user, params.id))
  route(customers.deliveryDates, ({ params, query, user }) =>
    service.deliveryDates(user, params.id, query.delivery_address_id),
  )
}
