import { type Static, Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'
import { Product } from './products.ts'
import { TemplateHead, TemplateItemFields, TemplateParams } from './templates.ts'
import { CustomerId, listOf, nullable, oneOf, Paging } from './values.ts'

// Apart from the changes (templates.ts), which are part of what opens a trolly: they may wait in any device's outbox.

/** Items in shelf order, including deleted ones. `product` is null if it is no longer sold. */
export const Template = Strict({
  ...TemplateHead.properties,
  items: Type.Array(Strict({ ...TemplateItemFields, product: nullable(Product) })),
})
export type Template = Static<typeof Template>

export const templateReads = {
  list: endpoint('GET', 'template/', {
    query: Strict({
      v: Type.Optional(Type.Literal('1')),
      customerId: Type.Optional(CustomerId),
      page: Paging.page,
      pageLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 200 })),
    }),
    reply: listOf(TemplateHead),
    access: 'user',
    summary: 'The user’s templates and those shared with them, by name.',
  }),
  search: endpoint('POST', 'template/search/', {
    body: Strict({
      ...Paging,
      customerId: Type.Optional(CustomerId),
      state: Type.Optional(oneOf(['current', 'deleted'])),
    }),
    reply: listOf(TemplateHead),
    access: 'user',
    repeat: 'plain',
    summary: 'The same in pages; deleted ones on request.',
  }),
  get: endpoint('GET', 'template/{id}', {
    params: TemplateParams,
    reply: Template,
    access: 'user',
    summary: 'A template with its items, even if deleted.',
  }),
}
