import { productSearch } from '#contract/product-search.ts'
import { productSuggestions } from '#contract/product-suggestions.ts'
import { products } from '#contract/products.ts'
import type { Api } from '#server/routing/api.ts'
import { packedSender } from './downloads/send-packed.ts'
import type { ProductsService } from './products.service.ts'

export const productsRoutes = ({ route }: Api, service: ProductsService): void => {
  const sendPacked = packedSender()

  route(productSearch.filters, ({ params, query: { customerId, ...filtered }, user, request }) =>
    service.filters(
      { caller: user, signal: request.signal },
      { ...params, ...(customerId !== undefined && { customerId }) },
      filtered,
    ),
  )
  route(productSearch.search, ({ params, query, body, user, request }) =>
    service.search({ caller: user, signal: request.signal }, { ...params, ...query }, body),
  )
  route(productSuggestions.find, async ({ params, query: { customerId, queryString }, user, request }) => ({
    data: await service.suggestions(
      { caller: user, signal: request.signal },
      { ...params, ...(customerId !== undefined && { customerId }) },
      queryString,
    ),
  }))
  for (const endpoint of [productSearch.get, productSearch.getForTrolly]) {
    route(endpoint, ({ params, query, user }) => service.get(user, { ...params, ...query }, params.productNo))
  }

  route(products.assortment, async ({ query, user: { userId }, request, reply }) =>
    sendPacked(request, reply, await service.assortment(query, { userId, signal: request.signal })),
  )
  route(products.prices, async ({ params, query, user, request, reply }) =>
    sendPacked(request, reply, await service.prices(user, params.id, query.since, request.signal)),
  )
  route(productSearch.searchTerms, ({ query }) => service.searchTerms(query.since))
  route(productSearch.saveSearchTerm, ({ body, user: { userId } }) => service.saveSearchTerm(body, userId))
  route(productSearch.adverts, ({ query }) => service.adverts(query.since))
  route(productSearch.purchases, ({ params, query, user }) => service.purchases(user, params.id, query.since))
}
