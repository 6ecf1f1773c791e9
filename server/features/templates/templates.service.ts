import type { BodyOf, Endpoint, QueryOf } from '#contract/endpoint.ts'
import type { Template, templateReads } from '#contract/template-reads.ts'
import type { TemplateChanged, TemplateHead, templates } from '#contract/templates.ts'
import { mayChangeTemplate, type TemplateVisibility } from '#domain/templates/template.ts'
import type { Database } from '#server/db/database.ts'
import { inSnapshot } from '#server/db/transaction.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import type { Caller } from '#server/routing/caller.ts'
import { isSeen } from '#server/routing/if-match.ts'
import type { MutationCall } from '#server/routing/mutation.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { changed, headOf, itemOf, next } from './template-changes.ts'
import { findItems } from './template-items.repository.ts'
import {
  findTemplate,
  findTemplates,
  lockTemplate,
  type TemplateFilter,
  type TemplateRow,
  writeTemplate,
} from './templates.repository.ts'

type Page = { data: TemplateHead[]; total: number; page: number; pageLength: number }

/** A change of a template whose row is locked. */
export type TemplateCall<E extends Endpoint> = Omit<MutationCall<E>, 'subject'> & { template: TemplateRow }

/**
 * Everybody who sees a template may change it, a shared one if they may order; only its owner decides who sees it.
 */
export type TemplatesService = {
  list: (user: Caller, query: QueryOf<typeof templateReads.list>) => Promise<Page>
  search: (user: Caller, body: BodyOf<typeof templateReads.search>) => Promise<Page>
  /** Also if deleted. @throws Refusal `template_not_found` */
  get: (user: Caller, id: string) => Promise<Template>
  lock: (
    request: Pick<MutationCall<Endpoint>, 'connection' | 'user'>,
    id: string,
  ) => Promise<TemplateRow | undefined>
  /** @throws Refusal `forbidden` for another's visibility; `version_mismatch`, unless nothing would change */
  update: (call: TemplateCall<typeof templates.update>) => Promise<TemplateChanged>
  /** Deletes or restores. The last one wins, so neither carries a version. */
  setDeleted: (
    call: TemplateCall<typeof templates.remove | typeof templates.restore>,
    deleted: boolean,
  ) => Promise<TemplateChanged>
}

export const templatesService = ({ database }: { database: Database }): TemplatesService => {
  const pageOf = async (
    user: Caller,
    {
      page,
      pageLength,
      ...filter
    }: Omit<TemplateFilter, 'limit' | 'offset'> & Pick<Page, 'page' | 'pageLength'>,
  ): Promise<Page> => {
    const limit = pageLength
    const { data, total } = await findTemplates(database, user, {
      ...filter,
      limit,
      offset: (page - 1) * limit,
    })
    return { data: data.map(headOf), total, page, pageLength }
  }

  return {
    list: (user, { customerId, page = 1, pageLength = 200 }) =>
      pageOf(user, { customerId, deleted: false, page, pageLength }),

    search: (user, { customerId, state, page = 1, pageLength = 24 }) =>
      pageOf(user, { customerId, deleted: state === 'deleted', page, pageLength }),

    get: (user, id) =>
      inSnapshot(database, async (connection) => {
        const template = requireTemplate(await findTemplate(connection, user, id))
        const items = await findItems(connection, template.id)
        const sold = await readProducts(
          connection,
          items.map(({ product_no }) => product_no),
          template.priceListId,
        )
        const products = new Map(sold.map((product) => [product.product_no, product]))
        return {
          ...headOf(template),
          items: items.map((item) => ({ ...itemOf(item), product: products.get(item.product_no) ?? null })),
        }
      }),

    lock: ({ connection, user }, id) => lockTemplate(connection, user, id),

    update: async ({ connection, user, template, body, ifMatch: seenVersion, now }) => {
      const { name = template.name, visibility = template.visibility } = body
      if (visibility !== template.visibility && template.ownerId !== user.userId)
        throw new Refusal('forbidden', {
          message: 'Only its owner may share this template or make it private.',
        })
      requireMayShare(user, visibility)
      if (name === template.name && visibility === template.visibility) return changed(template, template)
      if (!isSeen(seenVersion, template.detailsVersion))
        throw new Refusal('version_mismatch', { fields: { template: headOf(template) } })
      const after = {
        ...next(template, now),
        name,
        visibility,
        detailsVersion: template.detailsVersion + 1,
      }
      await writeTemplate(connection, after)
      return changed(template, after)
    },

    setDeleted: async ({ connection, template, now }, deleted) => {
      if (template.deleted === deleted) return changed(template, template)
      const after = { ...next(template, now), deleted }
      await writeTemplate(connection, after)
      return changed(template, after)
    },
  }
}

/** @throws Refusal `may_not_order` */
export const requireMayShare = ({ canPlaceOrders }: Caller, visibility: TemplateVisibility): void => {
  if (!mayChangeTemplate(visibility, canPlaceOrders))
    throw new Refusal('may_not_order', { message: 'Your account may not change shared templates.' })
}

/** @throws Refusal `template_not_found`, worded alike for missing and another's */
export const requireTemplate = (template: TemplateRow | undefined): TemplateRow => {
  if (template === undefined) throw new Refusal('template_not_found')
  return template
}
