import { FAQ_KEY, type Faq, type FaqFields, faq } from '#contract/faq.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { offerUndo } from '#src/ui/kit/offer-undo.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** `version` is the one the user saw; undefined: a new question. */
export type FaqTarget = { id: string; version: number | undefined }

const key = FAQ_KEY
const startedBy = 'person'

/** @param readAgain refreshes the lists after any outcome */
export const faqActions = (api: ApiClient, readAgain: () => void) => {
  const change = (act: () => Promise<Faq>): Promise<Faq> => act().finally(readAgain)

  const restore = async (id: string): Promise<void> => {
    try {
      await change(() => api.call(faq.restore, { params: { id }, startedBy }))
      tell('Question restored')
    } catch (error) {
      showFailure(error)
    }
  }

  return {
    restore,

    /** Offers an undo. Stops at the first failure. */
    remove: async (questions: readonly Pick<Faq, 'id'>[]): Promise<void> => {
      try {
        for (const { id } of questions) {
          await change(() => api.call(faq.remove, { params: { id }, body: { key }, startedBy }))
          offerUndo({
            message: 'Question deleted',
            item: id,
            words: (count) => `${count} questions deleted`,
            onRestore: () => restore(id),
          })
        }
      } catch (error) {
        showFailure(error)
      }
    },

    /** @returns the server's errors by field */
    save: async (
      target: FaqTarget,
      fields: FaqFields,
      labels: Readonly<Record<string, string>>,
    ): Promise<Record<string, string> | undefined> => {
      const { id, version } = target
      try {
        await change(() =>
          version === undefined
            ? api.call(faq.create, { body: { key, id, ...fields }, startedBy })
            : api.call(faq.update, { params: { id }, body: { key, version, ...fields }, startedBy }),
        )
        tell(version === undefined ? 'Question added' : 'Question saved')
        return undefined
      } catch (error) {
        const theirs = changedMeanwhile(error)
        if (theirs === undefined || theirs.deleted) return fieldProblemsOf(error, labels)
        target.version = theirs.version
        return { '': CHANGED }
      }
    },
  }
}

const CHANGED =
  'Someone else has changed this question since you opened it. Save again to replace their version, or cancel to keep it.'

const changedMeanwhile = (error: unknown): Faq | undefined =>
  error instanceof ApiError && error.code === 'version_mismatch'
    ? (error.reply as { faq?: Faq }).faq
    : undefined

const tell = (message: string): void => {
  notifications.show({ message, statusColor: 'success', showInProduction: true })
}
