import { productSuggestions } from '#contract/product-suggestions.ts'
import { products } from '#contract/products.ts'
import type { Api } from '#server/routing/api.ts'
import { packedSender } from './downloads/send-packed.ts'
import type { ProductsService } from './products.service.ts'

export const productsRoutes = ({ route }: Api, service: ProductsService): void => {
  const sendPacked = packedSender()

  route(products.filters, ({ params, query: { customerId, ...filtered }, user, request }) =>
    service.filters(
      { caller: user, signal: request.signal },
      { ...params, ...(customerId !== undefined && { customerId }) },
      filtered,
    ),
  )
  route(products.search, ({ params, query, body, user, request }) =>
    service.search({ caller: user, signal: request.signal }, { ...params, ...query }, body),
  )
  route(productSuggestions.find, async ({ params, query: { customerId, queryString }, user, request }) => ({
    data: await service.suggestions(
      { caller: user, signal: request.signal },
      { ...params, ...(customerId !== undefined && { customerId }) },
      queryString,
    ),
  }))
  for (const endpoint of [products.get, products.getForTrolly]) {
    route(endpoint, ({ params, query, user }) => service.get(user, { ...params, ...query }, params.productNo))
  }

  route(products.assortment, async ({ query, user: { userId }, request, reply }) =>
    sendPacked(request, reply, await service.assortment(query, { userId, signal: request.signal })),
  )
  route(products.prices, async ({ params, query, user, request, reply }) =>
    sendPacked(request, reply, await service.prices(user, params.id, query.since, request.signal)),
  )
  route(products.searchTerms, ({ query }) => service.searchTerms(query.since))
  route(products.saveSearchTerm, ({ body, user: { userId } }) => service.saveSearchTerm(body, userId))
  route(products.adverts, ({ query }) => service.adverts(query.since))
  route(products.purchases, ({ params, query, user }) => service.purchases(user, params.id, query.since))
}
