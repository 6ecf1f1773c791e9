import type { dismissals } from '#contract/dismissals.ts'
import type { Database } from '#server/db/database.ts'
import { requireCustomer } from '#server/features/customers/require-customer.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { deleteDismissal, findDismissals, insertDismissal } from './dismissals.repository.ts'

/** A set of product numbers for each customer: the last state wins, and nothing has a version. */
export const dismissalsService = ({ database }: { database: Database }): Answers<typeof dismissals> => ({
  dismiss: async ({ connection, user, params: { id, productNo: product_no }, now }) => {
    const { customer } = await requireCustomer(connection, user, id)
    if (!(await insertDismissal(connection, { customerId: customer.id, product_no }, now)))
      throw new Refusal('product_not_found')
    return { product_no, dismissedAt: now.toISOString() }
  },

  putBack: async ({ connection, user, params: { id, productNo: product_no } }) => {
    const { customer } = await requireCustomer(connection, user, id)
    await deleteDismissal(connection, { customerId: customer.id, product_no })
    return { product_no, dismissedAt: null }
  },

  list: async ({ user, params: { id } }) => {
    const { customer } = await requireCustomer(database, user, id)
    const found = await findDismissals(database, customer.id)
    return {
      data: found.map(({ product_no, dismissedAt }) => ({
        product_no,
        dismissedAt: dismissedAt.toISOString(),
      })),
    }
  },
})
