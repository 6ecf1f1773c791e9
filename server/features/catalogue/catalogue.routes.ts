import { catalogue } from '#contract/catalogue.ts'
import { networkOf } from '#server/plugins/rate-limit.ts'
import type { Api } from '#server/routing/api.ts'
import type { CatalogueService } from './catalogue.service.ts'

export const catalogueRoutes = ({ route }: Api, service: CatalogueService): void => {
  route(catalogue.search, ({ body, request }) =>
    service.search({ userId: networkOf(request), signal: request.signal }, body),
  )
  route(catalogue.get, ({ params }) => service.get(params.productNo))
}
