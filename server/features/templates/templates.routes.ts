import type { Endpoint, EndpointTypes, ReplyOf } from '#contract/endpoint.ts'
import { templateReads } from '#contract/template-reads.ts'
import { templates } from '#contract/templates.ts'
import type { Api } from '#server/routing/api.ts'
import { Refusal } from '#server/routing/refusal.ts'
import type { TemplateCreationService } from './template-creation.service.ts'
import type { TemplateItemsService } from './template-items.service.ts'
import {
  requireMayShare,
  requireTemplate,
  type TemplateCall,
  type TemplatesService,
} from './templates.service.ts'

export type TemplateRouteParts = {
  api: Api
  lists: TemplatesService
  creation: TemplateCreationService
  items: TemplateItemsService
}

type TemplateEndpoint = Endpoint<EndpointTypes & { params: { id: string } }>

export const templatesRoutes = ({ api, lists, creation, items }: TemplateRouteParts): void => {
  /** Locks the template's row first. Refuses `template_not_found`, `may_not_order`, `template_deleted`. */
  const change = <E extends TemplateEndpoint>(
    endpoint: E,
    handle: (call: TemplateCall<E>) => Promise<ReplyOf<E>>,
    { deletedToo = false }: { deletedToo?: boolean } = {},
  ): void =>
    api.mutation<E, Awaited<ReturnType<TemplatesService['lock']>>>(endpoint, {
      lock: (request) => lists.lock(request, request.params.id),
      handle: async ({ subject, ...call }) => {
        const template = requireTemplate(subject)
        requireMayShare(call.user, template.visibility)
        if (template.deleted && !deletedToo) throw new Refusal('template_deleted')
        return await handle({ ...call, template })
      },
    })

  api.route(templateReads.list, ({ query, user }) => lists.list(user, query))
  api.route(templateReads.search, ({ body, user }) => lists.search(user, body))
  api.route(templateReads.get, ({ params, user }) => lists.get(user, params.id))

  api.mutation(templates.create, { handle: creation.empty })
  api.mutation(templates.createFromTransaction, { handle: creation.fromOrder })
  api.mutation(templates.createFromDocument, { handle: creation.fromDocument })
  api.mutation(templates.createFromTrolly, { handle: creation.fromTrolly })
  api.mutation(templates.createFromArray, { handle: creation.fromArray })

  change(templates.update, lists.update)
  change(templates.remove, (call) => lists.setDeleted(call, true), { deletedToo: true })
  change(templates.restore, (call) => lists.setDeleted(call, false), { deletedToo: true })
  change(templates.addItem, items.add)
  change(templates.setItem, items.set)
  change(templates.removeItem, (call) => items.setDeleted(call, true))
  change(templates.restoreItem, (call) => items.setDeleted(call, false))
}
