import { baskets } from '#contract/baskets.ts'
import type { Api } from '#server/routing/api.ts'
import type { OperationsService } from './operations.service.ts'

export const operationsRoutes = ({ route }: Api, service: OperationsService): void => {
  route(baskets.operations, ({ params, body, user }) => service.run(user, params.id, body))
}
