import type { CountChanged, counts } from '#contract/counts.ts'
import type { openCounts } from '#contract/open-counts.ts'
import { COUNT_ENTRIES_MAX, type CountEntry } from '#domain/counts/count.ts'
import type { Database } from '#server/db/database.ts'
import { requireCustomer } from '#server/features/customers/require-customer.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { MutationCall } from '#server/routing/mutation.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  type CountRow,
  countEntriesOf,
  findOpenCounts,
  insertCount,
  lockCount,
  writeCount,
  writeEntry,
} from './counts.repository.ts'

/**
 * The last state of each entry wins, and nothing has a version. Whoever sees a template may count it, also without the right to
 * order: it is the trolly that orders.
 */
export const countsService = ({
  database,
}: {
  database: Database
}): Answers<typeof counts & typeof openCounts> => ({
  enter: async (call) => {
    const { connection, params, body, now } = call
    const count = await beginCount(call)
    if (count.state !== 'open') throw new Refusal('count_closed')
    if ((await countEntriesOf(connection, count.id)) >= COUNT_ENTRIES_MAX) throw new Refusal('too_many_items')
    const entry = { product_no: params.productNo, halves: body.halves, countedAt: body.countedAt }
    await writeEntry(connection, count.id, entry)
    await writeCount(connection, { ...count, changedAt: now })
    return changed(count, entry)
  },

  close: async (call) => {
    const { connection, body, now } = call
    const { state, trollyId = null } = body
    const count = await beginCount(call)
    if (count.state === 'ordered') {
      if (state === 'ordered' && count.trollyId !== trollyId) throw new Refusal('count_closed')
      return changed(count, null)
    }
    const after = { ...count, state, trollyId, changedAt: now }
    await writeCount(connection, after)
    return changed(after, null)
  },

  list: async ({ user: { userId, ...user }, params: { id: customerId } }) => {
    await requireCustomer(database, { userId, ...user }, customerId)
    const open = await findOpenCounts(database, { userId, customerId })
    return { data: open.map(({ entries, ...count }) => ({ ...headOf(count), entries })) }
  },
})

type Call = MutationCall<(typeof counts)['enter'] | (typeof counts)['close']>

/** Whichever change arrives first begins the count. @throws Refusal `customer_not_found`; `count_not_found`, also for another's */
const beginCount = async ({ connection, user, params, body, now }: Call): Promise<CountRow> => {
  const { userId } = user
  const { id: customerId, countId: id } = params
  await requireCustomer(connection, user, customerId)
  await insertCount(connection, {
    id,
    customerId,
    templateId: body.templateId,
    startedBy: userId,
    startedAt: new Date(body.startedAt),
    state: 'open',
    changedAt: now,
  })
  const count = await lockCount(connection, { userId, customerId, id })
  if (count === undefined) throw new Refusal('count_not_found')
  return count
}

const headOf = ({ id, templateId, startedAt, startedByName, state }: CountRow) => ({
  id,
  templateId,
  startedAt: startedAt.toISOString(),
  startedByName,
  state,
})

const changed = (count: CountRow, entry: CountEntry | null): CountChanged => ({ ...headOf(count), entry })
