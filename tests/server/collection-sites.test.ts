import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { collectionAddresses } from '#contract/collection-addresses.ts'
import { type CollectionSiteFields, collectionSites } from '#contract/collection-sites.ts'
import { aShared, testAccess } from '#tests/support/access.ts'
import { aUser } from '#tests/support/builders.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { startTestApp } from '#tests/support/server.ts'

const now = () => new Date('2026-11-25T09:00:00Z')
const app = await startTestApp({ now })
const { database, call } = app
const shared = await aShared(database)
const { token } = await aUser(database, { accountType: 'ST' })

let sites = 0
const fields = (parts: Partial<CollectionSiteFields> = {}): CollectionSiteFields => {
  sites += 1
  return {
    siteNo: `S${sites}`,
    name: 'Halifax depot',
    addressLines: ['Unit 4', 'Mill Lane'],
    town: 'Halifax',
    postcode: 'hx11qn',
    phone: '',
    weekdays: [1, 2, 3, 4, 5],
    slots: ['07:00-09:00=12', '11:00-13:00=8'],
    leadTimeMinutes: 60,
    closures: ['2026-11-30'],
    storageTypes: ['ambient', 'frozen'],
    active: true,
    ...parts,
  }
}
const add = async (parts: Partial<CollectionSiteFields> = {}) =>
  (await call(collectionSites.create, { token, body: fields(parts) })).body
const { id } = await add()
const { id: other } = await add()
const history = (await call(collectionSites.changes, { token, body: { record_id: other } })).body.data

testAccess(app, shared, { collectionSites }, () =>
  maintainedAccess('collectionSites', {
    id,
    changeId: history[0]?.id ?? '',
    fields,
    change: { name: 'Halifax, Mill Lane' },
  }),
)

const offered = async () => {
  const body = { queryString: 'elland' }
  return (await call(collectionAddresses.search, { token, body })).body.data[0]
}

it('a site takes effect on where and when customers collect', async () => {
  const site = await add({ town: 'Elland' })
  expect(site).toMatchObject({ postcode: 'HX1 1QN', slots: ['07:00-09:00=12', '11:00-13:00=8'] })
  const days = (await offered())?.days ?? []
  expect(days.map(({ day }) => day)).not.toContain('2026-11-30')
  expect(days.at(-1)?.slots.map(({ slot, free }) => [slot, free])).toEqual([
    ['07:00-09:00', 12],
    ['11:00-13:00', 8],
  ])
  const change = (body: object) => call(collectionSites.update, { token, params: { id: site.id }, body })
  await change({ slots: ['06:00-07:00=3'], closures: [] })
  const changed = (await offered())?.days ?? []
  expect(changed.map(({ day }) => day)).toContain('2026-11-30')
  expect(changed.at(-1)?.slots).toMatchObject([{ slot: '06:00-07:00', free: 3 }])
  await change({ active: false })
  expect(await offered()).toBeUndefined()
  await change({ active: true })
  await call(collectionSites.remove, { token, params: { id: site.id } })
  expect(await offered()).toBeUndefined()
})

it.each([
  ['slots', { slots: ['09:00-07:00=3'] }],
  ['slots', { slots: ['07:00-09:00=3', '07:00-09:00=4'] }],
  ['postcode', { postcode: 'Halifax' }],
])('what cannot be in %s is refused there: %j', async (field, parts) => {
  const reply = await call(collectionSites.create, { token, body: fields(parts) })
  expect(reply.error.errors?.map(({ path }) => path)).toEqual([`body/${field}`])
})

it('an exported file changes nothing when it is imported again', async () => {
  const site = await add({ siteNo: 'HX-9', closures: [] })
  const cells = Object.keys(fields()).map((name) => {
    const value = site[name as keyof CollectionSiteFields]
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    return Array.isArray(value) ? value.join('|') : String(value)
  })
  const csv = `${Object.keys(fields()).join(',')}\n${cells.join(',')}`
  const preview = (await call(collectionSites.preview, { token, body: { csv } })).body
  expect(preview).toMatchObject({ changes: [], unchanged: 1, refused: [], unused_columns: [] })
  const body = { csv: csv.replace('=8', '=9'), id: uuidv7(), seen: '' }
  expect((await call(collectionSites.write, { token, body })).error.code).toBe('version_mismatch')
})
