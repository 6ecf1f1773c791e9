import type { ownSafetyNotices } from '#contract/own-safety-notices.ts'
import type { safetyNotices } from '#contract/safety-notices.ts'
import type { SafetyNotice } from '#domain/safety-notices.ts'
import type { Database } from '#server/db/database.ts'
import { requireCustomer } from '#server/features/customers/require-customer.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { findOwnNotices, insertReadings } from './safety-notices.repository.ts'

/** What a customer has to be told, and that they have been. Staff who look at a customer’s account tell nobody. */
export const safetyNoticesService = ({
  database,
}: {
  database: Database
}): Answers<typeof safetyNotices & typeof ownSafetyNotices> => {
  return {
    list: async ({ user, params: { id } }) => {
      const { customer } = await requireCustomer(database, user, id)
      const rows = await findOwnNotices(database, customer.id)
      return {
        data: byNotice(rows.filter(({ isConfirmed }) => !isConfirmed)),
        confirmed: byNotice(rows.filter(({ isConfirmed }) => isConfirmed)),
      }
    },

    note: async ({ connection, user, params: { id }, body, now }) => {
      const { customer } = await requireCustomer(connection, user, id)
      const isConfirmed = body.kind === 'acknowledge'
      if (isConfirmed && !user.canPlaceOrders) throw new Refusal('may_not_order')
      if (!user.isStaff)
        await insertReadings(connection, {
          customerId: customer.id,
          kind: isConfirmed ? 'acknowledged' : 'read',
          userId: user.userId,
          at: now,
          of: body.notices,
        })
      return body
    },
  }
}

type Row = Awaited<ReturnType<typeof findOwnNotices>>[number]

const byNotice = (rows: readonly Row[]): SafetyNotice[] => {
  const found = new Map<string, SafetyNotice>()
  for (const { id, edition, at, recall, before, after, isRead, ...row } of rows) {
    const { product_no, name, pack, quantity, lastBought } = row
    const notice: SafetyNotice = found.get(id) ?? {
      id,
      edition,
      at: at.toISOString(),
      products: [],
      before: recall ? null : before,
      after: recall ? null : after,
      recall,
      isRead,
    }
    notice.products.push({ product_no, name, pack, quantity, lastBought })
    found.set(id, notice)
  }
  return [...found.values()]
}
