import { type Template, templateReads } from '#contract/template-reads.ts'
import { isUnanswered } from '#domain/outbox/operation.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { forgetTemplate, putTemplateHead, readTemplateQueue, replaceTemplate } from '#src/store/templates.ts'
import { putProducts } from '#src/store/trollies/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { PricedCustomer } from '#src/sync/assortment.ts'
import { readPages } from '#src/sync/reading.ts'
import { headOfReply, itemOfReply } from './replies.ts'

export type TemplateReadPorts = { database: UserDatabase; api: ApiClient }

const PAGE = 200

/* Without a token, calls of templates are silently not sent (specification, section 5). */

/**
 * Stores all templates of a customer, so that they are there without a connection. Reads the items only of those that
 * have changed.
 * @throws ApiError
 */
export const refreshTemplates = async (ports: TemplateReadPorts, customer: PricedCustomer): Promise<void> => {
  const { database, api } = ports
  if (!api.hasToken()) return
  const ofCustomer = database.templates.where('customerId').equals(customer.customerId)
  const versions = new Map((await ofCustomer.toArray()).map(({ id, version }) => [id, version]))
  const listed = await readPages((page) =>
    api.call(templateReads.list, { query: { customerId: customer.customerId, page, pageLength: PAGE } }),
  )
  const heads = listed.map(headOfReply)
  const ids = new Set(heads.map(({ id }) => id))
  const stale = await database.transaction('rw', ['outbox', 'templates', 'templateItems'], async () => {
    const stored = await ofCustomer.toArray()
    for (const { id, version, deleted } of stored) {
      // One created or restored while the list was being read is missing from it too.
      const isGone = !ids.has(id) && !deleted && versions.get(id) === version
      if (isGone && (await readTemplateQueue(database, id)).length === 0) await forgetTemplate(database, id)
    }
    const wanting: string[] = []
    for (const head of heads) {
      const known = stored.find(({ id }) => id === head.id)
      if (known?.itemsVersion === head.version) continue
      wanting.push(head.id)
      const isChanging = (await readTemplateQueue(database, head.id)).some(isUnanswered)
      if (!isChanging) await putTemplateHead(database, head)
    }
    return wanting
  })
  for (const together of groupsOf(stale, STORED_TOGETHER)) {
    const replies: Template[] = []
    for (const ids of groupsOf(together, READ_AT_ONCE)) {
      const read = await Promise.all(ids.map((id) => readTemplate(ports, id)))
      replies.push(...read.flatMap((reply) => (typeof reply === 'object' ? reply : [])))
    }
    await storeReplies(database, replies, customer.priceListId)
  }
}

const groupsOf = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, group) =>
    ids.slice(group * size, (group + 1) * size),
  )

/** A browser has six connections for a server: some are left for what a person does meanwhile. */
const READ_AT_ONCE = 4
/** Each write makes an open list read and draw again. */
const STORED_TOGETHER = 20

/**
 * @param priceListId of the prices in the reply; without it, products are not stored
 * @returns 'unknown' for none, or one that is not shared with the user
 * @throws ApiError
 */
export const refreshTemplate = async (
  ports: TemplateReadPorts,
  id: string,
  priceListId?: string,
): Promise<'stored' | 'kept' | 'unknown'> => {
  const reply = await readTemplate(ports, id)
  if (typeof reply !== 'object') return reply
  return (await storeReplies(ports.database, [reply], priceListId)) > 0 ? 'stored' : 'kept'
}

/** One that the server does not know is forgotten here too. */
const readTemplate = async (
  { database, api }: TemplateReadPorts,
  id: string,
): Promise<Template | 'kept' | 'unknown'> => {
  if (!api.hasToken()) return 'kept'
  // The server cannot know a template whose creation has not been sent.
  if ((await readTemplateQueue(database, id)).some(({ operation }) => operation.kind === 'create'))
    return 'kept'
  try {
    return await api.call(templateReads.get, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code !== 'template_not_found' && error.code !== 'invalid_request') throw error
    await database.transaction('rw', ['outbox', 'templates', 'templateItems'], async () => {
      if ((await readTemplateQueue(database, id)).length === 0) await forgetTemplate(database, id)
    })
    return 'unknown'
  }
}

/**
 * Skips those with an unanswered change, which the reply may already include, and replies that are not newer.
 * @returns how many were stored
 */
const storeReplies = (
  database: UserDatabase,
  replies: readonly Template[],
  priceListId: string | undefined,
) =>
  database.transaction(
    'rw',
    ['outbox', 'templates', 'templateItems', 'products', 'prices', 'searchIndex'],
    async () => {
      let stored = 0
      for (const reply of replies) {
        const known = await database.templates.get(reply.id)
        if (known && known.version > reply.version) continue
        // Hundreds of rows written again would make open pages read them again.
        if (known?.itemsVersion === reply.version) continue
        if ((await readTemplateQueue(database, reply.id)).some(isUnanswered)) continue
        await replaceTemplate(database, headOfReply(reply), reply.items.map(itemOfReply))
        const products = reply.items.flatMap(({ product }) => product ?? [])
        if (priceListId !== undefined) await putProducts(database, priceListId, products)
        stored += 1
      }
      return stored
    },
  )
