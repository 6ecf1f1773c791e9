import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DistributorCustomerCodeFields, distributorCustomerCodes } from '#contract/distributor-codes.ts'
import { customers } from '#server/db/schema/customers.ts'
import { aShared, DISTRIBUTORS, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp()
const { database, call } = app
const shared = await aShared(database)
await database.update(customers).set({ distributorNo: 'D7' }).where(eq(customers.id, shared.customer.id))
const customerId = shared.customer.id
const { token: staff } = await aUser(database, { accountType: 'ST', username: 'Ola Depot' })
const { token: own } = await aUser(database, { accountType: 'DS', customerIds: [customerId] })
const eights = (await aCustomer(database, { distributorNo: 'D8' })).id
const { token: rival } = await aUser(database, { accountType: 'DS', customerIds: [eights] })

let codes = 0
const fields = (parts: Partial<DistributorCustomerCodeFields> = {}): DistributorCustomerCodeFields => {
  codes += 1
  return {
    distributorNo: 'D7',
    theirCode: `R-${codes}`,
    customerId,
    validFrom: null,
    validTo: null,
    ...parts,
  }
}
const create = (parts: Partial<DistributorCustomerCodeFields> = {}, token = staff) =>
  call(distributorCustomerCodes.create, { token, body: fields(parts) })
const add = async (parts: Partial<DistributorCustomerCodeFields> = {}, token = staff) =>
  (await create(parts, token)).body
const changesOf = async (record_id: string, token = staff) =>
  (await call(distributorCustomerCodes.changes, { token, body: { record_id } })).body.data
const csvOf = (...rows: string[]) =>
  ['distributorNo,theirCode,customerId,validFrom,validTo', ...rows].join('\n')
const importFile = async (csv: string, token = staff) => {
  const { body } = await call(distributorCustomerCodes.preview, { token, body: { csv } })
  const id = uuidv7()
  await call(distributorCustomerCodes.write, { token, body: { id, seen: body.seen, csv } })
  return id
}
/** The table, byte for byte. */
const dump = async () =>
  (await database.$client.query('SELECT t::text AS row FROM distributor_customer_codes t ORDER BY id')).rows

const mine = await add()
const other = await add()
const otherChange = (await changesOf(other.id))[0]?.id ?? ''

testAccess(app, shared, { distributorCustomerCodes }, () =>
  maintainedAccess('distributorCustomerCodes', {
    id: mine.id,
    changeId: otherChange,
    fields,
    change: { validTo: '2027-01-31' },
    expected: DISTRIBUTORS,
  }),
)

describe('a code', () => {
  it('is added, changed and found by the distributor whose customer it names', async () => {
    const made = await add({ theirCode: 'TEAPOT' }, own)
    const params = { id: made.id }
    const changed = await call(distributorCustomerCodes.update, {
      token: own,
      params,
      body: { version: made.version, validTo: '2027-03-31' },
    })
    expect(changed.body).toMatchObject({ theirCode: 'TEAPOT', customerId, validTo: '2027-03-31' })
    const found = await call(distributorCustomerCodes.search, { token: own, body: { queryString: 'teapot' } })
    expect(found.body.data[0]?.names).toEqual({ customerId: 'The Copper Kettle' })
    const search = async (body: object) =>
      (await call(distributorCustomerCodes.search, { token: own, body })).body.data.map(({ id }) => id)
    expect(await search({ queryString: 'copper teapot' })).toEqual([made.id])
    expect(await search({ queryString: 'teapot', day: '2027-03-31' })).toEqual([made.id])
    expect(await search({ queryString: 'teapot', day: '2027-04-01' })).toEqual([])
    expect(await search({ queryString: 'teapot', distributorNo: 'D8' })).toEqual([])
  })

  it.each([
    [{ validTo: null }, 'on all days'],
    [{ validFrom: '2026-05-31', validTo: '2026-06-30' }, 'from 1 Mar 2026 to 31 May 2026'],
    [{ validTo: '2026-03-01' }, 'from 1 Mar 2026 to 31 May 2026'],
  ])('means one customer on one day: %j is refused', async (days, taken) => {
    const theirCode = `ONCE-${JSON.stringify(days).length}-${taken.length}`
    const first =
      taken === 'on all days' ? { validFrom: null } : { validFrom: '2026-03-01', validTo: '2026-05-31' }
    await add({ theirCode, ...first })
    // Its first day differs: the same one is another refusal.
    const { error } = await create({ theirCode, validFrom: '2026-02-01', ...days })
    expect(error).toMatchObject({
      code: 'invalid_request',
      errors: [
        { path: 'body/theirCode', message: `is taken ${taken}. End that one first, or choose other days` },
      ],
    })
  })

  it('may have another meaning afterwards, before, and once it is deleted', async () => {
    const theirCode = 'LATER'
    const first = await add({ theirCode, validFrom: '2026-03-01', validTo: '2026-05-31' })
    expect((await create({ theirCode, validFrom: '2026-06-01' })).status).toBe(200)
    expect((await create({ theirCode, validTo: '2026-02-28' })).status).toBe(200)
    await call(distributorCustomerCodes.remove, { token: staff, params: { id: first.id } })
    expect((await create({ theirCode, validFrom: '2026-04-01', validTo: '2026-04-30' })).status).toBe(200)
    const restored = await call(distributorCustomerCodes.restore, { token: staff, params: { id: first.id } })
    expect(restored.error.errors).toMatchObject([{ path: 'body/theirCode' }])
  })

  it('means one customer, whoever else adds it at the same moment', async () => {
    const each = await Promise.all(
      Array.from({ length: 6 }, (_, at) => create({ theirCode: 'RACE', validFrom: `2026-01-0${at + 1}` })),
    )
    expect(each.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([
    [{ distributorNo: 'D0' }, 'body/distributorNo', 'is no distributor’s number'],
    [{ customerId: 'NOBODY' }, 'body/customerId', 'is no account of this distributor'],
    [{ customerId: eights }, 'body/customerId', 'is no account of this distributor'],
    [{ validFrom: '2026-02-01', validTo: '2026-01-31' }, 'body/validTo', 'is before the first day'],
  ])('%j is refused by its field', async (parts, path, message) => {
    expect((await create(parts)).error).toMatchObject({
      code: 'invalid_request',
      errors: [{ path, message }],
    })
  })

  it('cannot end before it begins, also where only one day is changed', async () => {
    const { id } = await add({ validFrom: '2026-03-01' })
    const body = { validTo: '2026-02-28' }
    const { error } = await call(distributorCustomerCodes.update, { token: staff, params: { id }, body })
    expect(error.errors).toMatchObject([{ path: 'body/validTo' }])
  })
})

describe('a file', () => {
  it('ends a code and begins the next one, adds and leaves alone, and is undone at once', async () => {
    const ending = await add({ theirCode: 'FILE-1' })
    await add({ theirCode: 'FILE-2' })
    const before = await dump()
    const csv = csvOf(
      `D7,FILE-1,${customerId},,2026-06-30`,
      `D7,FILE-1,${customerId},2026-07-01,`,
      `D7,FILE-2,${customerId},,`,
    )
    const { body } = await call(distributorCustomerCodes.preview, { token: own, body: { csv } })
    expect(body.refused).toEqual([])
    expect(body.unchanged).toBe(1)
    expect(body.changes.map(({ key, kind }) => [key, kind]).sort()).toEqual([
      ['FILE-1', 'added'],
      ['FILE-1', 'changed'],
    ])
    const id = await importFile(csv, own)
    const { data } = (
      await call(distributorCustomerCodes.search, { token: own, body: { queryString: 'FILE-1' } })
    ).body
    expect(data.map(({ validFrom, validTo }) => [validFrom, validTo])).toEqual([
      [null, '2026-06-30'],
      ['2026-07-01', null],
    ])
    expect(data[0]?.id).toBe(ending.id)
    await call(distributorCustomerCodes.undo, { token: own, params: { id } })
    expect(await dump()).toEqual(before)
  })

  it('may leave out the days', async () => {
    const csv = `distributorNo,theirCode,customerId\nD7,FILE-3,${customerId}`
    const { body } = await call(distributorCustomerCodes.preview, { token: own, body: { csv } })
    expect(body).toMatchObject({ changes: [{ key: 'FILE-3', kind: 'added' }], refused: [] })
  })

  it('has each faulty row refused in words', async () => {
    await add({ theirCode: 'FILE-4' })
    const csv = csvOf(
      `D7,FILE-4,${customerId},2026-01-01,`,
      `D7,FILE-5,${eights},,`,
      `D7,FILE-6,${customerId},2026-02-01,2026-01-01`,
      `D0,FILE-7,${customerId},,`,
    )
    const { body } = await call(distributorCustomerCodes.preview, { token: staff, body: { csv } })
    expect(body.changes).toEqual([])
    expect(body.refused.map(({ problems }) => problems[0])).toMatchObject([
      {
        code: 'refused_by_database',
        why: 'The code is taken on all days. Choose other days.',
      },
      { code: 'refused_by_database', why: `${eights} is no account of distributor D7.` },
      { code: 'contradiction', column: 'validTo' },
      { code: 'unknown_distributor' },
    ])
  })
})

describe('another distributor', () => {
  const NOT_THERE = 'record_not_found'
  let before: unknown
  let batch = ''
  let spanning = ''
  let theirs = { id: '', version: 0 }
  let eight = { id: '' }

  beforeAll(async () => {
    theirs = await add({ theirCode: 'SECRET' })
    await call(distributorCustomerCodes.update, {
      token: staff,
      params: { id: theirs.id },
      body: { validTo: '2030-01-01' },
    })
    batch = await importFile(csvOf(`D7,SECRET-2,${customerId},,`))
    spanning = await importFile(csvOf(`D7,SECRET-3,${customerId},,`, `D8,EIGHT-1,${eights},,`))
    eight = await add({ theirCode: 'EIGHT-2', distributorNo: 'D8', customerId: eights })
    before = await dump()
  })

  it('finds none of it', async () => {
    const search = async (body: object) =>
      (await call(distributorCustomerCodes.search, { token: rival, body })).body
    expect((await search({})).data.map(({ theirCode }) => theirCode)).toEqual(['EIGHT-1', 'EIGHT-2'])
    expect(await search({ distributorNo: 'D7' })).toMatchObject({ data: [], total: 0 })
    expect(await search({ queryString: 'secret' })).toMatchObject({ data: [], total: 0 })
    expect(await search({ state: 'deleted' })).toMatchObject({ data: [], total: 0 })
  })

  it('cannot add to it, nor take the id of one', async () => {
    const added = await create({}, rival)
    expect(added.error).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'body/distributorNo', message: 'is no distributor of yours' }],
    })
    // The same words: whether there is such a distributor stays unknown.
    expect((await create({ distributorNo: 'D0' }, rival)).error.errors).toEqual(added.error.errors)
    const body = { id: theirs.id, ...fields({ distributorNo: 'D8', customerId: eights }) }
    expect((await call(distributorCustomerCodes.create, { token: rival, body })).error.code).toBe(NOT_THERE)
  })

  it('cannot change, delete or restore it, nor move a code of their own to it', async () => {
    const params = { id: theirs.id }
    const body = { theirCode: 'STOLEN' }
    const refused = [
      await call(distributorCustomerCodes.update, { token: rival, params, body }),
      await call(distributorCustomerCodes.remove, { token: rival, params }),
      await call(distributorCustomerCodes.restore, { token: rival, params }),
    ]
    expect(refused.map(({ error }) => error.code)).toEqual([NOT_THERE, NOT_THERE, NOT_THERE])
    const moved = await call(distributorCustomerCodes.update, {
      token: rival,
      params: { id: eight.id },
      body: { distributorNo: 'D7' },
    })
    expect(moved.error.errors).toMatchObject([{ path: 'body/distributorNo' }])
  })

  it('sees none of its changes, and of a file that names both only their own', async () => {
    expect(await changesOf(theirs.id, rival)).toEqual([])
    const { data, total } = (await call(distributorCustomerCodes.changes, { token: rival, body: {} })).body
    expect(data.map(({ name, batch: part }) => [name, part])).toEqual([
      ['EIGHT-2', null],
      ['EIGHT-1', null],
    ])
    expect(total).toBe(2)
    const secret = { queryString: 'secret' }
    expect((await call(distributorCustomerCodes.changes, { token: rival, body: secret })).body.total).toBe(0)
  })

  it('can neither revert nor undo it, nor a file that names both', async () => {
    const id = (await changesOf(theirs.id))[0]?.id ?? ''
    const reverted = await call(distributorCustomerCodes.revert, { token: rival, params: { id } })
    expect(reverted.error.code).toBe(NOT_THERE)
    for (const each of [batch, spanning]) {
      const undone = await call(distributorCustomerCodes.undo, { token: rival, params: { id: each } })
      expect(undone.error.code).toBe(NOT_THERE)
    }
  })

  it('learns nothing from a file, whether it guesses a code or not', async () => {
    const rows = [`D7,SECRET-2,${customerId},,`, `D7,SECRET-2,${eights},,`, `D0,SECRET-2,${eights},,`]
    const told = await Promise.all(
      rows.map(
        async (row) =>
          (await call(distributorCustomerCodes.preview, { token: rival, body: { csv: csvOf(row) } })).body,
      ),
    )
    for (const { changes, unchanged, refused } of told) {
      expect({ changes, unchanged }).toEqual({ changes: [], unchanged: 0 })
      expect(refused).toMatchObject([{ problems: [{ code: 'unknown_distributor' }] }])
    }
    const csv = csvOf(rows[1] ?? '', `D8,EIGHT-3,${eights},,`)
    const asked = { csv, policy: 'skip_row' as const }
    const preview = (await call(distributorCustomerCodes.preview, { token: rival, body: asked })).body
    expect(preview.changes.map(({ key }) => key)).toEqual(['EIGHT-3'])
    const id = uuidv7()
    const body = { id, seen: preview.seen, ...asked }
    expect((await call(distributorCustomerCodes.write, { token: rival, body })).body).toEqual({
      id,
      records: 1,
    })
    await call(distributorCustomerCodes.undo, { token: rival, params: { id } })
    // A customer of another distributor is as unknown as one that does not exist.
    const guesses = csvOf(`D8,EIGHT-4,${customerId},,`, 'D8,EIGHT-6,NOBODY,,')
    const guessed = (await call(distributorCustomerCodes.preview, { token: rival, body: { csv: guesses } }))
      .body
    expect(guessed.refused.map(({ problems }) => problems[0]?.why)).toEqual([
      `${customerId} is no account of distributor D8.`,
      'NOBODY is no account of distributor D8.',
    ])
  })

  it('cannot edit several, also if one of them is their own', async () => {
    const edits = [
      { ids: [theirs.id], fields: { validTo: '2027-01-01' } },
      { ids: [eight.id, theirs.id], fields: { validTo: '2027-01-01' } },
      { ids: [eight.id, uuidv7()], fields: { validTo: '2027-01-01' } },
      { ids: [eight.id], fields: { distributorNo: 'D7' } },
    ]
    const codesOf = async (write: (edit: (typeof edits)[number]) => Promise<{ error: { code: string } }>) =>
      await Promise.all(edits.map(async (edit) => (await write(edit)).error.code))
    const refused = [NOT_THERE, NOT_THERE, NOT_THERE, 'invalid_request']
    expect(
      await codesOf((edit) =>
        call(distributorCustomerCodes.preview, { token: rival, body: { edit } as never }),
      ),
    ).toEqual(refused)
    expect(
      await codesOf((edit) =>
        call(distributorCustomerCodes.write, {
          token: rival,
          body: { id: uuidv7(), seen: 'unseen', edit } as never,
        }),
      ),
    ).toEqual(refused)
  })

  it('is not told that a batch of others is there by writing it again', async () => {
    const body = { id: batch, seen: 'unseen', csv: csvOf(`D8,EIGHT-5,${eights},,`) }
    expect((await call(distributorCustomerCodes.write, { token: rival, body })).error.code).toBe(NOT_THERE)
  })

  it('neither sees who has it open nor says so', async () => {
    const asked = { token: rival, params: { id: theirs.id }, body: {} }
    expect((await call(distributorCustomerCodes.viewers, asked)).error.code).toBe(NOT_THERE)
    const staffAsks = { ...asked, token: staff }
    expect((await call(distributorCustomerCodes.viewers, staffAsks)).body.others).toEqual([])
  })

  it('has changed nothing by all that', async () => {
    expect(await dump()).toEqual(before)
  })

  it('sees a code that staff give them, but not whose it was', async () => {
    const given = await add({ theirCode: 'GIVEN' })
    await call(distributorCustomerCodes.update, {
      token: staff,
      params: { id: given.id },
      body: { distributorNo: 'D8', customerId: eights },
    })
    const search = { token: rival, body: { queryString: 'given' } }
    expect((await call(distributorCustomerCodes.search, search)).body.total).toBe(1)
    expect(await changesOf(given.id, rival)).toEqual([])
    const [moved] = await changesOf(given.id)
    const reverted = await call(distributorCustomerCodes.revert, {
      token: rival,
      params: { id: moved?.id ?? '' },
    })
    expect(reverted.error.code).toBe(NOT_THERE)
  })

  it('has no codes at all while none of their customers has a distributor', async () => {
    const { token } = await aUser(database, {
      accountType: 'DS',
      customerIds: [(await aCustomer(database)).id],
    })
    expect((await call(distributorCustomerCodes.search, { token, body: {} })).body.total).toBe(0)
    expect((await create({}, token)).error.code).toBe('invalid_request')
    expect((await call(distributorCustomerCodes.changes, { token, body: {} })).body.total).toBe(0)
  })
})
