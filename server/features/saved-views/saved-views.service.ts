import type { savedViews } from '#contract/saved-views.ts'
import { tidyLine } from '#domain/typed-text.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { deleteView, findOthers, findViews, lockViewsOf, putView } from './saved-views.repository.ts'

const VIEWS_MAX = 100

/** The last save of a view wins: each person has their own. */
export const savedViewsService = ({ database }: { database: Database }): Answers<typeof savedViews> => ({
  list: async ({ user: { userId } }) => ({ data: await findViews(database, userId) }),

  save: async ({ user: { userId }, params: { id }, body }) => {
    const view = { id, ...body, name: tidyLine(body.name) }
    await inTransaction(database, async (connection) => {
      await lockViewsOf(connection, userId)
      const { others, isTaken } = await findOthers(connection, userId, view)
      if (isTaken)
        throw new Refusal('already_exists', {
          message: `You have a view “${view.name}” of this list already.`,
          errors: [{ path: 'body/name', message: 'is another view’s already' }],
        })
      if (others >= VIEWS_MAX) throw new Refusal('too_many_views')
      if (!(await putView(connection, userId, view))) throw new Refusal('record_not_found')
    })
    return view
  },

  remove: async ({ user: { userId }, params: { id } }) => {
    await deleteView(database, userId, id)
    return { id }
  },
})
