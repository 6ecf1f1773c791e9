import { ApiError } from '#src/api/api-error.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { offerUndo } from '#src/ui/kit/offer-undo.ts'
import type { KeptRecord, RecordTarget } from '#src/ui/kit/record/records.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import type { RunAction } from './device-context.tsx'
import { showFailure } from './show-failure.ts'

/** Each call may be repeated: the device makes the id, and a change carries the version seen. */
export type RecordCalls<Row, Fields> = {
  create: (id: string, fields: Fields) => Promise<Row>
  update: (target: { id: string; version: number }, fields: Fields) => Promise<Row>
  remove: (id: string) => Promise<Row>
  /** What it answers is not read. */
  restore: (id: string) => Promise<unknown>
}

export type RecordWords = {
  /** Lower case: ['question', 'questions']. */
  noun: readonly [one: string, many: string]
  added: string
  saved: string
  deleted: string
  restored: string
}

export type RecordActionsParts<Row, Fields> = {
  run: RunAction
  calls: RecordCalls<Row, Fields>
  words: RecordWords
  /** The record as it is now, from the reply to a version that is no longer current. */
  theirs: (reply: unknown) => Row | undefined
  /** Refreshes the lists, after any outcome. */
  readAgain: () => void
  /** A row of MESSAGE_TIMES_MS; `usual` without one. */
  undoMs?: number
}

/** What a list of records and its form do: each makes its call and says what happened. */
export const recordActions = <Row extends KeptRecord, Fields extends object>({
  run,
  calls,
  words,
  theirs,
  readAgain,
  undoMs,
}: RecordActionsParts<Row, Fields>) => {
  const change = <Result>(act: () => Promise<Result>): Promise<Result> => run(act).finally(readAgain)
  /** What was sent of a record and not answered: the server may have saved it. */
  const unanswered = new Map<string, Fields[]>()

  const restore = async (id: string): Promise<void> => {
    try {
      await change(() => calls.restore(id))
      tell(words.restored)
    } catch (error) {
      showFailure(error)
    }
  }

  /** @returns the server's errors by field */
  const save = async (
    target: RecordTarget,
    values: Record<string, unknown>,
    labels: Readonly<Record<string, string>>,
  ): Promise<Record<string, string> | undefined> => {
    const { id, version } = target
    // The form has checked them against the contract's schema.
    const fields = values as Fields
    const earlier = unanswered.get(id) ?? []
    unanswered.delete(id)
    try {
      await change(() =>
        version === undefined ? calls.create(id, fields) : calls.update({ id, version }, fields),
      )
      tell(version === undefined ? words.added : words.saved)
      return undefined
    } catch (error) {
      const now =
        error instanceof ApiError && error.code === 'version_mismatch' ? theirs(error.reply) : undefined
      if (now === undefined || now.deleted) {
        unanswered.set(id, isUnanswered(error) ? [...earlier, fields] : earlier)
        return fieldProblemsOf(error, labels)
      }
      target.version = now.version
      // It was this form that changed it, and the reply was lost.
      if (earlier.some((sent) => isSaved(now, sent))) return await save(target, values, labels)
      return {
        '': `Someone else has changed this ${words.noun[0]} since you opened it. Save again to replace their version, or cancel to keep it.`,
      }
    }
  }

  return {
    restore,
    save,

    /** Offers an undo. Stops at the first failure. */
    remove: async (rows: readonly { id: string }[]): Promise<void> => {
      try {
        for (const { id } of rows) {
          await change(() => calls.remove(id))
          offerUndo({
            message: words.deleted,
            item: id,
            words: (count) => `${count} ${words.noun[1]} deleted`,
            timeoutLength: undoMs,
            onRestore: () => restore(id),
          })
        }
      } catch (error) {
        showFailure(error)
      }
    },
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (!error.reachedServer || error.status >= 500)

/** The server tidies some texts. */
const isSaved = (row: object, sent: object): boolean =>
  Object.entries(sent).every(([name, value]) => tidied(row[name as keyof typeof row]) === tidied(value))

const tidied = (value: unknown): string =>
  JSON.stringify(value ?? null)
    .replace(/\s/g, '')
    .toLowerCase()

const tell = (message: string): void => {
  notifications.show({ message, statusColor: 'success', showInProduction: true })
}
