import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type SavedViewFields, savedViews } from '#contract/saved-views.ts'
import { aShared, STAFF, testAccess } from '#tests/support/access.ts'
import { aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp()
const { database, call } = app

const SCREEN = '/maintenance/faq-maintenance'
const fields = (parts: Partial<SavedViewFields> = {}): SavedViewFields => ({
  screen: SCREEN,
  name: 'For staff',
  query: 'audience=staff&sort=-updated_at',
  ...parts,
})

testAccess(app, await aShared(database), { savedViews }, () => ({
  'savedViews.list': { expected: STAFF },
  'savedViews.save': { expected: STAFF, request: { params: { id: uuidv7() }, body: fields() } },
  'savedViews.remove': { expected: STAFF, request: { params: { id: uuidv7() } } },
}))

const aDesk = async () => {
  const { token } = await aUser(database, { accountType: 'ST' })
  const save = (id: string, parts: Partial<SavedViewFields> = {}) =>
    call(savedViews.save, { token, params: { id }, body: fields(parts) })
  const remove = (id: string) => call(savedViews.remove, { token, params: { id } })
  const listed = async () => (await call(savedViews.list, { token })).body.data
  return { save, remove, listed }
}

describe('a saved view', () => {
  it('is listed by name, changed under its id, and removed; each may be repeated', async () => {
    const { save, remove, listed } = await aDesk()
    const [late, early] = [uuidv7(), uuidv7()]
    expect((await save(late, { name: '  north ' })).body).toEqual({ id: late, ...fields({ name: 'north' }) })
    await save(early, { name: 'East', query: '' })
    await save(early, { name: 'East', query: '' })
    expect((await listed()).map(({ name }) => name)).toEqual(['East', 'north'])
    await save(early, { name: 'West', query: 'q=a+b' })
    expect(await listed()).toEqual([
      { id: late, ...fields({ name: 'north' }) },
      { id: early, ...fields({ name: 'West', query: 'q=a+b' }) },
    ])
    await remove(late)
    expect((await remove(late)).status).toBe(200)
    expect((await listed()).map(({ id }) => id)).toEqual([early])
  })

  it('has a name of its own among those of its list', async () => {
    const { save, listed } = await aDesk()
    const [one, two] = [uuidv7(), uuidv7()]
    await save(one)
    await save(two, { screen: `${SCREEN}?list=others` })
    const refused = { code: 'already_exists', errors: [{ path: 'body/name' }] }
    expect((await save(uuidv7())).error).toMatchObject(refused)
    expect((await save(two)).error).toMatchObject(refused)
    expect((await listed()).map(({ id }) => id).sort()).toEqual([one, two].sort())
  })

  it('belongs to its user: a colleague neither sees, changes nor removes it', async () => {
    const [mine, theirs] = [await aDesk(), await aDesk()]
    const id = uuidv7()
    await mine.save(id)
    expect(await theirs.listed()).toEqual([])
    expect((await theirs.save(id, { name: 'Taken' })).error.code).toBe('record_not_found')
    await theirs.remove(id)
    expect(await mine.listed()).toEqual([{ id, ...fields() }])
    expect((await theirs.save(uuidv7())).status).toBe(200)
  })

  it('is one of a hundred at most; those that are there may still change', async () => {
    const { save, listed } = await aDesk()
    const ids = Array.from({ length: 100 }, () => uuidv7())
    for (const [place, id] of ids.entries()) await save(id, { name: `View ${place}` })
    expect((await save(uuidv7())).error.code).toBe('too_many_views')
    expect((await save(ids[7] ?? '', { name: 'Seven' })).status).toBe(200)
    expect(await listed()).toHaveLength(100)
  })

  it.each([
    ['no name', { name: ' ' }, 'body/name'],
    ['a long name', { name: 'x'.repeat(41) }, 'body/name'],
    ['a long query', { query: 'x'.repeat(2_001) }, 'body/query'],
    ['a query that no address has', { query: 'q=é' }, 'body/query'],
    ['another site', { screen: '//example.com' }, 'body/screen'],
    ['more than the list', { screen: `${SCREEN}?list=a&q=b` }, 'body/screen'],
  ])('with %s is refused, naming the field', async (_, wrong, path) => {
    const { error } = await (await aDesk()).save(uuidv7(), wrong)
    expect(error).toMatchObject({ code: 'invalid_request', errors: [{ path }] })
  })
})
