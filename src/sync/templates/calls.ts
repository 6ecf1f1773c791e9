import { templates } from '#contract/templates.ts'
import type { TemplateOperation } from '#domain/templates/operation.ts'
import type { Call } from '#src/sync/engine/noun.ts'

type Calls = {
  [Kind in TemplateOperation['kind']]: (
    operation: Extract<TemplateOperation, { kind: Kind }>,
    id: string,
  ) => Call
}

const CALLS: Calls = {
  create: ({ templateId: id, customerId, name, visibility, items, document }) => {
    if (document)
      return {
        endpoint: templates.createFromDocument,
        params: { id: document.orderId },
        body: { id, name, visibility, tdd_id: document.documentId },
      }
    return items.length === 0
      ? { endpoint: templates.create, body: { id, customerId, name, visibility } }
      : {
          endpoint: templates.createFromArray,
          query: { id, customerId, name, visibility },
          body: items.map(({ product_no, quantity }) => ({ product_number: product_no, quantity })),
        }
  },
  details: ({ changes }, id) => ({ endpoint: templates.update, params: { id }, body: changes }),
  delete: (_, id) => ({ endpoint: templates.remove, params: { id } }),
  restore: (_, id) => ({ endpoint: templates.restore, params: { id } }),
  addItem: ({ product_no, settings }, id) => ({
    endpoint: templates.addItem,
    params: { id },
    body: { product_number: product_no, ...settings },
  }),
  setItem: ({ product_no, settings }, id) => ({
    endpoint: templates.setItem,
    params: { id, itemId: product_no },
    body: settings,
  }),
  removeItem: ({ product_no }, id) => ({
    endpoint: templates.removeItem,
    params: { id, itemId: product_no },
  }),
  restoreItem: ({ product_no }, id) => ({
    endpoint: templates.restoreItem,
    params: { id, itemId: product_no },
  }),
}

export const callOfTemplate = (operation: TemplateOperation, id: string): Call =>
  CALLS[operation.kind](operation as never, id)
