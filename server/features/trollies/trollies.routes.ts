import { trollies } from '#contract/trollies.ts'
import type { Api } from '#server/routing/api.ts'
import { type LinesService, readLineContext } from './lines.service.ts'
import type { TrolliesService } from './trollies.service.ts'
import type { TrollyMutation } from './trolly-mutation.ts'

export type TrollyRouteParts = {
  api: Api
  trollyMutation: TrollyMutation
  heads: TrolliesService
  lines: LinesService
}

export const trolliesRoutes = ({ api, trollyMutation, heads, lines }: TrollyRouteParts): void => {
  api.route(trollies.list, ({ query, user }) => heads.list(user, query))
  api.route(trollies.get, ({ params, user }) => heads.get(user, params.id))
  trollyMutation(trollies.remove, heads.remove, { deletedToo: true })
  api.mutation(trollies.create, { handle: heads.create })
  trollyMutation(trollies.update, heads.update)
  trollyMutation(trollies.addItem, lines.add, {
    read: (call) => readLineContext(call, call.params.id, call.body.product_no),
  })
  trollyMutation(trollies.setItem, lines.set, {
    read: (call) => readLineContext(call, call.params.id, call.params.productNo),
  })
  trollyMutation(trollies.setTerms, lines.setTerms, {
    read: (call) => readLineContext(call, call.params.id, call.params.productNo),
  })
  trollyMutation(trollies.removeItem, lines.remove, {
    read: (call) => readLineContext(call, call.params.id, call.params.productNo),
  })
}
