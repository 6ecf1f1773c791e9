import { v7 as uuidv7 } from 'uuid'
import { faq } from '#contract/faq.ts'
import type { Api } from '#server/routing/api.ts'
import type { FaqService } from './faq.service.ts'

/** Where a question goes that is given no place. */
const GENERAL = { subject: 'General', audience: 'everyone', position: 999 } as const

export const faqRoutes = ({ route }: Api, service: FaqService): void => {
  route(faq.list, ({ user }) => service.list(user))
  route(faq.search, ({ body }) => service.search(body))
  route(faq.create, ({ body: { key: _, id, ...fields } }) =>
    service.create(id ?? uuidv7(), { ...GENERAL, ...fields }),
  )
  route(faq.update, ({ params, body: { key: _, version, ...fields } }) =>
    service.update(params.id, version, fields),
  )
  route(faq.remove, ({ params }) => service.setDeleted(params.id, true))
  route(faq.restore, ({ params }) => service.setDeleted(params.id, false))
}
