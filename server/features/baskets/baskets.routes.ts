import { baskets } from '#contract/baskets.ts'
import type { Api } from '#server/routing/api.ts'
import type { BasketsService } from './baskets.service.ts'
import { type LinesService, readLineContext } from './lines.service.ts'
import type { TrollyMutation } from './trolly-mutation.ts'

export type BasketRouteParts = {
  api: Api
  trollyMutation: TrollyMutation
  trollies: BasketsService
  lines: LinesService
}

export const basketsRoutes = ({ api, trollyMutation, trollies, lines }: BasketRouteParts): void => {
  api.route(baskets.list, ({ query, user }) => trollies.list(user, query))
  api.route(baskets.get, ({ params, user }) => trollies.get(user, params.id))
  trollyMutation(baskets.remove, trollies.remove, { deletedToo: true })
  api.mutation(baskets.create, { handle: trollies.create })
  trollyMutation(baskets.update, trollies.update)
  trollyMutation(baskets.addItem, lines.add, {
    read: (call) => readLineContext(call, call.params.id, call.body.product_no),
  })
  trollyMutation(baskets.setItem, lines.set, {
    read: (call) => readLineContext(call, call.params.id, call.params.productNo),
  })
  trollyMutation(baskets.removeItem, lines.remove, {
    read: (call) => readLineContext(call, call.params.id, call.params.productNo),
  })
}
