import type { FastifyReply, FastifyRequest } from 'fastify'
import { products } from '#contract/products.ts'
import type { Api } from '#server/routing/api.ts'
import { encodingFor, type PackedReply, unpack } from './packed-replies.ts'
import type { ProductsService } from './products.service.ts'

export const productsRoutes = ({ route }: Api, service: ProductsService): void => {
  route(products.filters, ({ params, user }) => service.filters(user, params.id))
  route(products.search, ({ params, body, user }) => service.search(user, params.id, body))
  route(products.get, ({ params, user }) => service.get(user, params.id, params.productNo))

  route(products.assortment, async ({ query, request, reply }) =>
    sendPacked(request, reply, await service.assortment(query)),
  )
  route(products.prices, async ({ params, query, user, request, reply }) =>
    sendPacked(request, reply, await service.prices(user, params.id, query.since)),
  )
}

/** Sent as it is kept; it was checked against the contract before it was compressed. */
async function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: PackedReply): Promise<never> {
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply
    .header('vary', 'accept-encoding')
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(await unpack(packed, encoding))
  // The reply has gone: Fastify takes this as the sign of it.
  return reply as never
}
