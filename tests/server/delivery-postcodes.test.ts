import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { type DeliveryPostcodeFields, deliveryPostcodes } from '#contract/delivery-postcodes.ts'
import { users } from '#server/db/schema/users.ts'
import { aShared, STAFF, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp()
const { database, call } = app
const shared = await aShared(database)
const { token } = await aUser(database, { accountType: 'ST', username: 'Ola Depot' })

const fields = (parts: Partial<DeliveryPostcodeFields> = {}): DeliveryPostcodeFields => ({
  prefix: 'ZE1',
  area: 'ZE',
  town: 'Lerwick',
  region: 'Shetland',
  depot: 'North',
  route: 'N1',
  deliveryWeekdays: [2, 5],
  cutOffTime: '16:00',
  minimumOrderPence: 5_000,
  deliveryChargePence: 795,
  served: true,
  latitude: '60.15',
  longitude: '-1.15',
  ...parts,
})
const add = async (parts: Partial<DeliveryPostcodeFields> = {}) =>
  (await call(deliveryPostcodes.create, { token, body: { id: uuidv7(), ...fields(parts) } })).body
const search = async (body: object) => (await call(deliveryPostcodes.search, { token, body })).body
const historyOf = async (record_id: string) =>
  (await call(deliveryPostcodes.changes, { token, body: { record_id } })).body.data
/** The table, byte for byte. */
const dump = async () =>
  (await database.$client.query('SELECT t::text AS row FROM delivery_postcodes t ORDER BY id')).rows

let prefixes = 0
const nextPrefix = () => {
  prefixes += 1
  return `KW${prefixes}`
}
const recordId = (await add({ prefix: 'AB99' })).id
const changeId = (await historyOf((await add({ prefix: 'AB98' })).id))[0]?.id ?? ''

testAccess(app, shared, { deliveryPostcodes }, () => ({
  ...maintainedAccess('deliveryPostcodes', {
    id: recordId,
    changeId,
    fields: () => fields({ prefix: nextPrefix() }),
    change: { town: 'Moss' },
  }),
  'deliveryPostcodes.trial': { expected: STAFF, request: { body: fields() } },
}))

describe('who may', () => {
  it('is decided by the routes of their own list', async () => {
    const { token: barred } = await aUser(database, { accountType: 'ST' })
    await database.update(users).set({ aclRoutes: ['/home'] })
    try {
      expect((await call(deliveryPostcodes.search, { token: barred, body: {} })).error.code).toBe('forbidden')
      await database.update(users).set({ aclRoutes: ['/maintenance/delivery-postcodes'] })
      expect((await call(deliveryPostcodes.search, { token: barred, body: {} })).status).toBe(200)
    } finally {
      await database.update(users).set({ aclRoutes: null })
    }
  })
})

describe('a delivery postcode', () => {
  it('takes effect on what its customers pay, and no longer once it is deleted', async () => {
    const customer = await aCustomer(database, { postcode: 'ZE2 9AB' })
    const { token: theirs } = await aUser(database, { customerIds: [customer.id] })
    const charge = async () =>
      (await call(customers.search, { token: theirs, body: {} })).body.data[0]?.deliveryChargePence
    expect(await charge()).toBe(0)
    const { id } = await add({ prefix: 'ze2', deliveryChargePence: 1_250 })
    expect(await charge()).toBe(1_250)
    await call(deliveryPostcodes.update, { token, params: { id }, body: { deliveryChargePence: 900 } })
    expect(await charge()).toBe(900)
    await call(deliveryPostcodes.remove, { token, params: { id } })
    expect(await charge()).toBe(0)
    await call(deliveryPostcodes.restore, { token, params: { id } })
    expect(await charge()).toBe(900)
  })

  it('is there once, also if another was deleted', async () => {
    const first = await add({ prefix: 'IV27' })
    const again = { id: first.id, ...fields({ prefix: 'IV27' }) }
    expect((await call(deliveryPostcodes.create, { token, body: again })).body).toEqual(first)
    await call(deliveryPostcodes.remove, { token, params: { id: first.id } })
    const reply = await call(deliveryPostcodes.create, { token, body: fields({ prefix: 'iv27' }) })
    expect(reply.error).toMatchObject({ code: 'already_exists', errors: [{ path: 'body/prefix' }] })
    const nonsense = await call(deliveryPostcodes.create, { token, body: fields({ prefix: '12' }) })
    expect(nonsense.error.errors?.[0]?.path).toBe('body/prefix')
  })

  it('is changed only from the version that was seen', async () => {
    const { id, version } = await add({ prefix: 'IV28' })
    const change = (town: string) =>
      call(deliveryPostcodes.update, { token, params: { id }, body: { version, town } })
    const both = await Promise.all([change('Ullapool'), change('Garve')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const refused = both.find(({ status }) => status === 412)
    expect(refused?.error).toMatchObject({ code: 'version_mismatch', record: { id } })
  })
})

describe('its changes', () => {
  it('are told with who made them, and reverted field by field', async () => {
    const { id } = await add({ prefix: 'IV29', town: 'Achnasheen' })
    await call(deliveryPostcodes.update, { token, params: { id }, body: { town: 'Lairg', depot: 'West' } })
    await call(deliveryPostcodes.update, { token, params: { id }, body: { route: 'N2' } })
    const [, second] = await historyOf(id)
    expect(second).toMatchObject({
      by: 'Ola Depot',
      name: 'IV29',
      kind: 'changed',
      batch: null,
      fields: [
        { field: 'town', before: 'Achnasheen', after: 'Lairg' },
        { field: 'depot', before: 'North', after: 'West' },
      ],
    })
    await call(deliveryPostcodes.revert, { token, params: { id: second?.id ?? '' } })
    const { data } = await search({ queryString: 'IV29' })
    expect(data[0]).toMatchObject({ town: 'Achnasheen', depot: 'North', route: 'N2' })
    // A later change of the same field stands in the way.
    await call(deliveryPostcodes.update, { token, params: { id }, body: { town: 'Wick' } })
    const reply = await call(deliveryPostcodes.revert, { token, params: { id: second?.id ?? '' } })
    expect(reply.error.code).toBe('changed')
  })

  it('tell an addition, a deletion and a restoration', async () => {
    const { id } = await add({ prefix: 'IV30' })
    await call(deliveryPostcodes.remove, { token, params: { id } })
    await call(deliveryPostcodes.restore, { token, params: { id } })
    const kinds = (await historyOf(id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['restored', 'deleted', 'added'])
  })

  it('say who else has it open', async () => {
    const { id } = await add({ prefix: 'IV50' })
    const other = await aUser(database, { accountType: 'AD', username: 'Bo Office' })
    const seen = async (by: string, body: { leaves?: boolean } = {}) =>
      (await call(deliveryPostcodes.viewers, { token: by, params: { id }, body })).body.others.map(
        ({ name }) => name,
      )
    await seen(token)
    expect(await seen(other.token)).toEqual(['Ola Depot'])
    expect(await seen(token)).toEqual(['Bo Office'])
    await seen(other.token, { leaves: true })
    expect(await seen(token)).toEqual([])
  })
})

describe('a file of them', () => {
  const csv = [
    'prefix,town,depot,deliveryWeekdays,deliveryCharge',
    'IV31,Elgin,North,Tue|Fri,4.50',
    'IV32,Fochabers,North,Tue|Fri,5.00',
    'IV33,Nairn,North,Sometimes,5.00',
    'IV31X,Nowhere,North,Tue,1.00',
  ].join('\n')

  it('is previewed, written but for what is left out, and undone byte for byte', async () => {
    await add({ prefix: 'IV31', town: 'Elgin', depot: 'East' })
    const before = await dump()
    const asked = { csv, policy: 'skip_row' as const, without: ['IV32'], name: 'north.csv' }
    const preview = (await call(deliveryPostcodes.preview, { token, body: asked })).body
    expect(await dump()).toEqual(before)
    expect(preview.changes.map(({ key, kind }) => [key, kind])).toEqual([['IV31', 'changed']])
    expect(preview.changes[0]?.fields).toContainEqual({ field: 'depot', before: 'East', after: 'North' })
    expect(preview.refused.map(({ line }) => line)).toEqual([4, 5])

    const id = uuidv7()
    const body = { ...asked, id, seen: preview.seen }
    const written = (await call(deliveryPostcodes.write, { token, body })).body
    expect(written).toEqual({ id, records: 1 })
    expect((await call(deliveryPostcodes.write, { token, body })).body).toEqual(written)
    expect((await search({ queryString: 'IV31' })).data[0]).toMatchObject({
      depot: 'North',
      deliveryChargePence: 450,
    })

    const undone = await call(deliveryPostcodes.undo, { token, params: { id } })
    expect(undone.status).toBe(200)
    expect(await dump()).toEqual(before)
    expect((await call(deliveryPostcodes.undo, { token, params: { id } })).body).toEqual(undone.body)
  })

  it('is refused whole for one row, unless rows or cells may be left out', async () => {
    const preview = async (policy: 'stop' | 'skip_field') =>
      (await call(deliveryPostcodes.preview, { token, body: { csv, policy } })).body
    const strict = await preview('stop')
    const before = await dump()
    const reply = await call(deliveryPostcodes.write, {
      token,
      body: { csv, policy: 'stop', id: uuidv7(), seen: strict.seen },
    })
    expect(reply.error.code).toBe('invalid_request')
    expect(await dump()).toEqual(before)
    const lenient = await preview('skip_field')
    expect(lenient.changes.find(({ key }) => key === 'IV33')?.fields).toContainEqual({
      field: 'town',
      before: null,
      after: 'Nairn',
    })
    // Without its key a row is nothing.
    expect(lenient.refused.map(({ line }) => line)).toEqual([5])
  })

  it('that changed since it was previewed is not written', async () => {
    const { id: there } = await add({ prefix: 'IV40', town: 'Kyle' })
    const body = { csv: 'prefix,town\nIV40,Plockton' }
    const { seen } = (await call(deliveryPostcodes.preview, { token, body })).body
    await call(deliveryPostcodes.update, { token, params: { id: there }, body: { town: 'Dornie' } })
    const reply = await call(deliveryPostcodes.write, { token, body: { ...body, id: uuidv7(), seen } })
    expect(reply.error.code).toBe('version_mismatch')
  })

  it('of two people at once is written by one, and the other is told', async () => {
    const bodies = await Promise.all(
      ['Duirinish', 'Balmacara'].map(async (town) => {
        const body = { csv: `prefix,town\nIV42,${town}` }
        const { seen } = (await call(deliveryPostcodes.preview, { token, body })).body
        return { ...body, id: uuidv7(), seen }
      }),
    )
    const both = await Promise.all(bodies.map((body) => call(deliveryPostcodes.write, { token, body })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    expect(both.find(({ status }) => status === 412)?.error.code).toBe('version_mismatch')
    const won = both.findIndex(({ status }) => status === 200)
    const rows = (await search({ queryString: 'IV42' })).data
    expect(rows.map(({ town }) => town)).toEqual([['Duirinish', 'Balmacara'][won]])
  })

  it('is not undone once somebody changed one of its rows', async () => {
    const body = { csv: 'prefix,town\nIV41,Strome' }
    const { seen } = (await call(deliveryPostcodes.preview, { token, body })).body
    const id = uuidv7()
    await call(deliveryPostcodes.write, { token, body: { ...body, id, seen } })
    const [row] = (await search({ queryString: 'IV41' })).data
    await call(deliveryPostcodes.update, {
      token,
      params: { id: row?.id ?? '' },
      body: { town: 'Stromeferry' },
    })
    const reply = await call(deliveryPostcodes.undo, { token, params: { id } })
    expect(reply.error).toMatchObject({
      code: 'changed',
      message: 'Changed again since: IV41. Nothing was undone.',
    })
  })
})

describe('an edit of several', () => {
  it('is previewed and undone like a file', async () => {
    const ids = [(await add({ prefix: 'PA70' })).id, (await add({ prefix: 'PA71' })).id]
    const before = await dump()
    const body = { edit: { ids, fields: { depot: 'Isles' } } }
    const preview = (await call(deliveryPostcodes.preview, { token, body })).body
    expect(preview.changes.map(({ key, fields: changed }) => [key, changed])).toEqual(
      ['PA70', 'PA71'].map((key) => [key, [{ field: 'depot', before: 'North', after: 'Isles' }]]),
    )
    const id = uuidv7()
    await call(deliveryPostcodes.write, { token, body: { ...body, id, seen: preview.seen } })
    expect((await search({ queryString: 'isles' })).total).toBe(2)
    const { data } = (await call(deliveryPostcodes.changes, { token, body: { record_id: ids[0] ?? '' } }))
      .body
    expect(data[0]?.batch).toMatchObject({ id, kind: 'edit', records: 2, undone: false })
    await call(deliveryPostcodes.undo, { token, params: { id } })
    expect(await dump()).toEqual(before)
  })
})

it('a deleted one comes back with a file that names it', async () => {
  const { id } = await add({ prefix: 'PA72' })
  await call(deliveryPostcodes.remove, { token, params: { id } })
  const body = { csv: 'prefix,town\nPA72,Lerwick' }
  const { changes, seen } = (await call(deliveryPostcodes.preview, { token, body })).body
  expect(changes.map(({ kind }) => kind)).toEqual(['restored'])
  await call(deliveryPostcodes.write, { token, body: { ...body, id: uuidv7(), seen } })
  expect((await search({ queryString: 'PA72' })).total).toBe(1)
})
