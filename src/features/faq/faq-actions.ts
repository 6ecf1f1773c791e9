import { FAQ_KEY, type Faq, type FaqFields, faq } from '#contract/faq.ts'
import type { ApiClient } from '#src/api/client.ts'
import { recordActions } from '#src/device/record-actions.ts'

const key = FAQ_KEY
const startedBy = 'person'

/** @param readAgain refreshes the lists after any outcome */
export const faqActions = (api: ApiClient, readAgain: () => void) =>
  recordActions<Faq, FaqFields>({
    readAgain,
    words: {
      noun: ['question', 'questions'],
      added: 'Question added',
      saved: 'Question saved',
      deleted: 'Question deleted',
      restored: 'Question restored',
    },
    theirs: (reply) => (reply as { faq?: Faq }).faq,
    calls: {
      create: (id, fields) => api.call(faq.create, { body: { key, id, ...fields }, startedBy }),
      update: ({ id, version }, fields) =>
        api.call(faq.update, { params: { id }, body: { key, version, ...fields }, startedBy }),
      remove: (id) => api.call(faq.remove, { params: { id }, body: { key }, startedBy }),
      restore: (id) => api.call(faq.restore, { params: { id }, startedBy }),
    },
  })
