import type { recalls } from '#contract/recalls.ts'
import type { NamedCustomer, SafetyNoticeRow, safetyNoticeReport } from '#contract/safety-notice-report.ts'
import { sortOf } from '#contract/values.ts'
import type { ReadingKind, SafetyState } from '#domain/allergen-changes.ts'
import { foldText } from '#domain/folded-text.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inSnapshot, inTransaction } from '#server/db/transaction.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { ListSearch } from '#server/routing/list-search.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  type FoundNotice,
  findNamedCustomers,
  findNames,
  findNotice,
  findReadings,
  findStates,
  insertCall,
  searchNotices,
  tryRecall,
} from './safety-notices.repository.ts'

/** Whom notices name and who of them is still to be told. */
export const safetyNoticeReportService = ({
  database,
  searchList,
  now,
}: {
  database: Database
  searchList: ListSearch
  now: () => Date
}): Answers<typeof safetyNoticeReport> => ({
  search: (asked) => {
    const { page = 1, pageLength = 24, queryString = '', sort_by = 'at_descending', kind } = asked.body
    return searchList(asked, async (connection) => {
      const { descending } = sortOf(sort_by)
      const offset = (page - 1) * pageLength
      const { rows, total } = await searchNotices(connection, {
        text: queryString,
        kind,
        descending,
        limit: pageLength,
        offset,
      })
      return { data: await told(connection, rows), total, page, pageLength }
    })
  },

  get: ({ params: { id } }) =>
    inSnapshot(database, async (connection) => {
      const [notice] = await told(connection, [await requireNotice(connection, id)])
      if (notice === undefined) throw new Refusal('record_not_found')
      return notice
    }),

  customers: async (asked) => {
    const { page = 1, pageLength = 24, queryString = '', sort_by = 'name', state } = asked.body
    const named = await searchList(asked, async (connection) => {
      const notice = await requireNotice(connection, asked.params.id)
      return await readNamed(connection, notice)
    })
    const words = foldText(queryString).split(' ').filter(Boolean)
    const found = named.filter(
      (row) =>
        (state === undefined || row.state === state) &&
        words.every((word) => foldText([row.customerId, row.name, row.town].join(' ')).includes(word)),
    )
    const { sort, descending } = sortOf(sort_by)
    const sorted = found.toSorted((one, other) => compare(one[sort], other[sort]) * (descending ? -1 : 1))
    const first = (page - 1) * pageLength
    return { data: sorted.slice(first, first + pageLength), total: found.length, page, pageLength }
  },

  phoned: ({ user, params: { id }, body: { customerId, edition, spokenTo } }) =>
    inTransaction(database, async (connection) => {
      const notice = await requireNotice(connection, id)
      if (notice.edition !== edition) throw new Refusal('changed')
      const call = { noticeId: id, edition, customerId, kind: 'phoned' as const, userId: user.userId }
      const first = await insertCall(connection, { ...call, spokenTo, at: now() })
      if (first === undefined) throw new Refusal('customer_not_found')
      return { customerId, at: first.at.toISOString(), spokenTo: first.spokenTo }
    }),
})

export const recallTrialService = ({
  database,
}: {
  database: Database
}): Answers<Pick<typeof recalls, 'trial'>> => ({
  trial: ({ body }) => inSnapshot(database, (connection) => tryRecall(connection, body)),
})

const requireNotice = async (connection: Connection, id: string): Promise<FoundNotice> => {
  const notice = await findNotice(connection, id)
  if (notice === undefined) throw new Refusal('record_not_found')
  return notice
}

const told = async (connection: Connection, found: readonly FoundNotice[]): Promise<SafetyNoticeRow[]> => {
  const states = await findStates(connection, found)
  const names = new Map(
    (await findNames(connection, [...new Set(found.flatMap(({ productNos }) => productNos))])).map(
      (product) => [product.product_no, product],
    ),
  )
  return found.map(({ id, kind, edition, at, closedAt, productNos, before, after, recall }) => ({
    id,
    kind,
    edition,
    at: at.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    products: productNos.map((product_no) => names.get(product_no) ?? { product_no, name: '', pack: '' }),
    before: recall ? null : before,
    after: recall ? null : after,
    recall,
    counts: countsOf([...(states.get(id)?.values() ?? [])]),
  }))
}

const countsOf = (states: readonly SafetyState[]): SafetyNoticeRow['counts'] => {
  const counts = { to_phone: 0, seen: 0, acknowledged: 0, phoned: 0, cancelled: 0 }
  for (const state of states) counts[state] += 1
  return counts
}

const readNamed = async (connection: Connection, notice: FoundNotice): Promise<NamedCustomer[]> => {
  const states = (await findStates(connection, [notice])).get(notice.id)
  const readings = new Map(
    (await findReadings(connection, notice)).map((reading) => [
      `${reading.customerId} ${reading.kind}`,
      reading,
    ]),
  )
  const rows = await findNamedCustomers(connection, notice.id)
  return rows.map((row) => {
    const state = states?.get(row.customerId) ?? 'to_phone'
    const kind = READING_OF[state]
    const reading = kind && readings.get(`${row.customerId} ${kind}`)
    return {
      ...row,
      state,
      by: reading?.by ?? '',
      at: reading?.at.toISOString() ?? null,
      spokenTo: reading?.spokenTo ?? '',
    }
  })
}

const READING_OF: Partial<Record<SafetyState, ReadingKind>> = {
  seen: 'read',
  acknowledged: 'acknowledged',
  phoned: 'phoned',
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), 'en-GB')
