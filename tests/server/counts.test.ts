import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { counts } from '#contract/counts.ts'
import { pathOf } from '#contract/endpoint.ts'
import { openCounts } from '#contract/open-counts.ts'
import { operations } from '#contract/operations.ts'
import { COUNT_KEPT_DAYS } from '#domain/counts/count.ts'
import { counts as countRows } from '#server/db/schema/counts.ts'
import { templates as templateRows } from '#server/db/schema/templates.ts'
import { aShared, READS_CUSTOMER, testAccess } from '#tests/support/access.ts'
import { startTestApp } from '#tests/support/server.ts'
import { aTemplateShop } from '#tests/support/templates.ts'

const server = await startTestApp()
const { app, database, call } = server
const shared = await aShared(database)

const AT = '2026-11-24T07:12:00.000Z'
const start = { templateId: uuidv7(), startedAt: AT }

testAccess(server, shared, { counts, openCounts }, () => {
  const params = { id: shared.customer.id, countId: uuidv7() }
  return {
    'counts.enter': {
      expected: READS_CUSTOMER,
      request: {
        params: { ...params, productNo: shared.product_no },
        body: { ...start, halves: 3, countedAt: AT },
      },
    },
    'counts.close': {
      expected: READS_CUSTOMER,
      request: { params, body: { ...start, state: 'discarded' } },
    },
    'openCounts.list': { expected: READS_CUSTOMER, request: { params: { id: shared.customer.id } } },
  }
})

/** A shop with a shared template and a colleague who sees it. */
const shop = async () => {
  const { params: _, id: templateId, ...made } = await aTemplateShop(database, call, 'shared')
  const { customer, product_no } = made
  const countId = uuidv7()
  const params = { id: customer.id, countId }
  const enter = (halves: number | null, of: { token?: string; templateId?: string } = {}) =>
    call(counts.enter, {
      token: of.token ?? made.token,
      params: { ...params, productNo: product_no },
      body: { templateId: of.templateId ?? templateId, startedAt: AT, halves, countedAt: AT },
    })
  const close = (
    state: 'open' | 'ordered' | 'discarded',
    { token = made.token, ...trolly }: { token?: string; trollyId?: string } = {},
  ) => call(counts.close, { token, params, body: { templateId, startedAt: AT, state, ...trolly } })
  const open = async (token = made.token) =>
    (await call(openCounts.list, { token, params: { id: customer.id } })).body.data
  return { ...made, templateId, countId, params, enter, close, open }
}

describe('a count', () => {
  it('begins with its first entry, and a colleague goes on with it', async () => {
    const { enter, open, colleague, countId, templateId, product_no } = await shop()
    expect((await enter(7)).body).toEqual({
      id: countId,
      templateId,
      startedAt: AT,
      startedByName: 'Robin Cook',
      state: 'open',
      entry: { product_no, halves: 7, countedAt: AT },
    })
    await enter(null, { token: colleague.token })
    expect(await open(colleague.token)).toMatchObject([
      { id: countId, startedByName: 'Robin Cook', entries: [{ product_no, halves: null }] },
    ])
    expect(await open()).toEqual(await open(colleague.token))
  })

  it('may come before its template, and is its starter’s alone until then', async () => {
    const { enter, open, colleague } = await shop()
    const templateId = uuidv7()
    await enter(2, { templateId })
    expect(await open()).toMatchObject([{ templateId }])
    expect(await open(colleague.token)).toEqual([])
    const refused = await enter(4, { templateId, token: colleague.token })
    expect(refused.error.code).toBe('count_not_found')
  })

  it('of a private template is not shown to colleagues, and one of another account to nobody', async () => {
    const { enter, open, colleague, templateId, params, product_no } = await shop()
    await enter(2)
    const stranger = await shop()
    const theirs = await call(counts.enter, {
      token: stranger.token,
      params: { ...params, id: stranger.customer.id, productNo: product_no },
      body: { templateId, startedAt: AT, halves: 9, countedAt: AT },
    })
    expect(theirs.error.code).toBe('count_not_found')
    await database.update(templateRows).set({ visibility: 'private' }).where(eq(templateRows.id, templateId))
    expect(await open(colleague.token)).toEqual([])
    expect(await open()).toMatchObject([{ entries: [{ halves: 2 }] }])
  })

  it('is finished once: the same trolly again changes nothing, another is refused, and so is an entry', async () => {
    const { enter, close, open, colleague } = await shop()
    const [trollyId, another] = [uuidv7(), uuidv7()]
    await enter(2)
    expect((await close('ordered', { trollyId })).body).toMatchObject({ state: 'ordered', entry: null })
    expect((await close('ordered', { trollyId, token: colleague.token })).status).toBe(200)
    expect((await close('ordered', { trollyId: another })).error.code).toBe('count_closed')
    expect((await close('discarded')).body.state).toBe('ordered')
    expect((await enter(4)).error.code).toBe('count_closed')
    expect(await open()).toEqual([])
  })

  it('that was discarded can be opened again', async () => {
    const { enter, close, open } = await shop()
    await enter(2)
    await close('discarded')
    expect(await open()).toEqual([])
    await close('open')
    expect(await open()).toMatchObject([{ entries: [{ halves: 2 }] }])
  })

  it('is entered in a batch, and again with the same keys, with the same result', async () => {
    const { token, params, product_no, otherProductNo, templateId, open } = await shop()
    const operation = (productNo: string, halves: number) => ({
      method: counts.enter.method,
      path: pathOf(counts.enter, { ...params, productNo }),
      headers: { 'idempotency-key': uuidv7() },
      body: JSON.stringify({ templateId, startedAt: AT, halves, countedAt: AT }),
    })
    const body = { operations: [operation(product_no, 1), operation(otherProductNo, 0)] }
    const first = await call(operations.run, { token, body })
    expect(first.body.results.map(({ status }) => status)).toEqual([200, 200])
    expect((await call(operations.run, { token, body })).body).toEqual(first.body)
    expect((await open())[0]?.entries).toHaveLength(2)
  })

  it('that nobody has changed for a month is deleted', async () => {
    const { enter, open, countId } = await shop()
    await enter(2)
    await app.cleanUp()
    expect(await open()).toHaveLength(1)
    const changedAt = new Date(Date.now() - (COUNT_KEPT_DAYS + 1) * 86_400_000)
    await database.update(countRows).set({ changedAt }).where(eq(countRows.id, countId))
    await app.cleanUp()
    expect(await open()).toEqual([])
  })
})
