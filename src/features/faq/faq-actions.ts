import { FAQ_KEY, type Faq, type FaqFields, faq } from '#contract/faq.ts'
import type { ApiClient } from '#src/api/client.ts'
import { type RecordActionsParts, recordActions } from '#src/device/record-actions.ts'

const key = FAQ_KEY

export const faqActions = ({
  api,
  run,
  readAgain,
}: { api: ApiClient } & Pick<RecordActionsParts<Faq, FaqFields>, 'run' | 'readAgain'>) =>
  recordActions<Faq, FaqFields>({
    run,
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
      create: (id, fields) => api.call(faq.create, { body: { key, id, ...fields } }),
      update: ({ id, version }, fields) =>
        api.call(faq.update, { params: { id }, body: { key, version, ...fields } }),
      remove: (id) => api.call(faq.remove, { params: { id }, body: { key } }),
      restore: (id) => api.call(faq.restore, { params: { id } }),
    },
  })
