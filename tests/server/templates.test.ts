import { Check } from 'typebox/value'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { templateReads } from '#contract/template-reads.ts'
import { TemplateConflict, templates } from '#contract/templates.ts'
import type { TemplateVisibility } from '#domain/templates/template.ts'
import { aShop, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'
import { aTemplateShop } from '#tests/support/templates.ts'

const { database, call } = await startTestApp()
const shop = (visibility?: TemplateVisibility) => aTemplateShop(database, call, visibility)

describe('a template', () => {
  it('is created private, read with its priced items, and listed by name', async () => {
    const { created, read, token, customer, user, product_no, id } = await shop()
    expect(created).toMatchObject({
      id,
      name: 'Fridays',
      visibility: 'private',
      ownerId: user.id,
      ownerName: 'Robin Cook',
      version: 1,
      versionBefore: 0,
      itemCount: 0,
    })
    expect(await read()).toMatchObject({
      version: 2,
      detailsVersion: 1,
      itemCount: 1,
      items: [{ id: product_no, product_number: product_no, position: 1, product: { pricePence: 1_250 } }],
    })
    const first = { id: uuidv7(), customerId: customer.id, name: 'bread' }
    await call(templates.create, { token, body: first })
    const listed = (await call(templateReads.list, { token })).body
    expect([listed.total, listed.pageLength]).toEqual([2, 200])
    expect(listed.data.map(({ name }) => name)).toEqual(['bread', 'Fridays'])
    const page = (await call(templateReads.search, { token, body: { page: 2, pageLength: 1 } })).body
    expect(page).toMatchObject({ total: 2, page: 2, data: [{ name: 'Fridays' }] })
    const elsewhere = await call(templateReads.list, { token, query: { customerId: 'NOBODY' } })
    expect(elsewhere.body.total).toBe(0)
  })

  it('is created once under a key, after which its id is taken', async () => {
    const { token, colleague, customer } = await shop()
    const [key, id] = [uuidv7(), uuidv7()]
    const body = { id, customerId: customer.id, name: 'Mondays' }
    const first = await call(templates.create, { token, body, key })
    expect((await call(templates.create, { token, body, key })).text).toBe(first.text)
    expect((await call(templates.create, { token, body })).error.code).toBe('template_exists')
    const theirs = await call(templates.create, { token: colleague.token, body })
    expect(theirs.error.code).toBe('template_not_found')
  })

  it('requires a customer of the user', async () => {
    const { stranger, customer } = await shop()
    const body = { id: uuidv7(), customerId: customer.id, name: 'x' }
    const { error } = await call(templates.create, { token: stranger.token, body })
    expect(error.code).toBe('customer_not_found')
  })

  it.each(['', '   ', 'x'.repeat(61)])('cannot be named “%s”', async (name) => {
    const { token, params } = await shop()
    const { error } = await call(templates.update, { token, params, ifMatch: 1, body: { name } })
    expect(error.code).toBe('invalid_request')
  })

  it('is renamed with the version seen, or the current one is returned', async () => {
    const { token, params, item, product_no } = await shop()
    // Items do not change the version of the details.
    await call(templates.setItem, { ...item(product_no), body: { parLevel: 4 } })
    const renamed = await call(templates.update, { token, params, ifMatch: 1, body: { name: 'Saturdays' } })
    expect(renamed.body).toMatchObject({
      name: 'Saturdays',
      versionBefore: 3,
      version: 4,
      detailsVersionBefore: 1,
      detailsVersion: 2,
    })
    const late = await call(templates.update, { token, params, ifMatch: 1, body: { name: 'Sundays' } })
    expect([late.status, late.error.code]).toEqual([412, 'version_mismatch'])
    expect(Check(TemplateConflict, late.error)).toBe(true)
    expect(late.error.template).toMatchObject({ name: 'Saturdays', detailsVersion: 2 })
    const same = await call(templates.update, { token, params, ifMatch: 1, body: { name: 'Saturdays' } })
    expect(same.body).toMatchObject({ versionBefore: 4, version: 4 })
    const without = await call(templates.update, { token, params, body: { name: 'Sundays' } })
    expect(without.body).toMatchObject({ name: 'Sundays', detailsVersion: 3 })
  })

  it('can be deleted, refuses changes, and is restored unchanged', async () => {
    const { token, params, item, product_no, read } = await shop()
    const removed = (await call(templates.remove, { token, params })).body
    expect(removed).toMatchObject({ name: 'Fridays', deleted: true, version: 3 })
    expect((await call(templates.remove, { token, params })).body.version).toBe(3)
    expect((await call(templateReads.list, { token })).body.total).toBe(0)
    const searched = await call(templateReads.search, { token, body: { state: 'deleted' } })
    expect(searched.body.data).toMatchObject([{ name: 'Fridays', deleted: true }])
    expect((await read()).deleted).toBe(true)

    const refused = [
      await call(templates.update, { token, params, ifMatch: 1, body: { name: 'x' } }),
      await call(templates.addItem, { token, params, body: { product_number: product_no } }),
      await call(templates.setItem, { ...item(product_no), body: { parLevel: 1 } }),
      await call(templates.removeItem, item(product_no)),
      await call(templates.restoreItem, item(product_no)),
    ]
    expect(new Set(refused.map(({ error }) => error.code))).toEqual(new Set(['template_deleted']))

    const restored = (await call(templates.restore, { token, params })).body
    expect(restored).toMatchObject({ deleted: false, version: 4, detailsVersion: 1, itemCount: 1 })
    expect((await call(templates.restore, { token, params })).body.version).toBe(4)
    expect((await read()).items).toHaveLength(1)
  })

  it('fits on one page with 199 others', async () => {
    const { token, customer } = await aShop(database, call)
    for (let made = 0; made < 200; made += 50) {
      await Promise.all(
        Array.from({ length: 50 }, () =>
          call(templates.create, { token, body: { id: uuidv7(), customerId: customer.id, name: 'x' } }),
        ),
      )
    }
    const { body } = await call(templateReads.list, { token })
    expect([body.total, body.data.length]).toEqual([200, 200])
  })
})

describe('another user’s template', () => {
  it.each(['private', 'shared'] as const)('%s, is not found from another customer', async (visibility) => {
    const { stranger, params, product_no } = await shop(visibility)
    const { token } = stranger
    const itemParams = { ...params, itemId: product_no }
    const replies = [
      await call(templateReads.get, { token, params }),
      await call(templates.update, { token, params, ifMatch: 1, body: { name: 'x' } }),
      await call(templates.remove, { token, params }),
      await call(templates.restore, { token, params }),
      await call(templates.addItem, { token, params, body: { product_number: product_no } }),
      await call(templates.setItem, { token, params: itemParams, body: { parLevel: 1 } }),
      await call(templates.removeItem, { token, params: itemParams }),
      await call(templates.restoreItem, { token, params: itemParams }),
    ]
    const missing = await call(templateReads.get, { token, params: { id: uuidv7() } })
    expect(new Set(replies.map(({ text }) => text))).toEqual(new Set([missing.text]))
    expect(missing.error.code).toBe('template_not_found')
    expect((await call(templateReads.list, { token })).body.total).toBe(0)
  })

  it('can be seen and changed by a colleague only while it is shared', async () => {
    const { token, colleague, params, item, product_no, read } = await shop()
    const theirs = { token: colleague.token, params }
    expect((await call(templateReads.get, theirs)).error.code).toBe('template_not_found')
    await call(templates.update, { token, params, ifMatch: 1, body: { visibility: 'shared' } })
    expect((await call(templateReads.list, { token: colleague.token })).body.data).toMatchObject([
      { visibility: 'shared', ownerName: 'Robin Cook' },
    ])
    const set = { ...item(product_no), token: colleague.token, body: { parLevel: 7 } }
    expect((await call(templates.setItem, set)).body.parLevel).toBe(7)
    expect((await read()).items).toMatchObject([{ parLevel: 7 }])
    await call(templates.update, { token, params, ifMatch: 2, body: { visibility: 'private' } })
    expect((await call(templates.setItem, set)).error.code).toBe('template_not_found')
  })

  it('can be shared or made private only by its owner', async () => {
    const { colleague, params } = await shop('shared')
    const theirs = { token: colleague.token, params, ifMatch: 1 }
    const refused = await call(templates.update, { ...theirs, body: { visibility: 'private' } })
    expect(refused.error.code).toBe('forbidden')
    const renamed = await call(templates.update, { ...theirs, body: { name: 'Ours', visibility: 'shared' } })
    expect(renamed.body.name).toBe('Ours')
  })

  it('is hidden from its owner once they lose its customer', async () => {
    const { token, params, user } = await shop()
    await database.$client.query('DELETE FROM customer_users WHERE user_id = $1', [user.id])
    expect((await call(templateReads.get, { token, params })).error.code).toBe('template_not_found')
  })

  it.each(['private', 'shared'] as const)('%s, requested by staff', async (visibility) => {
    const { params } = await shop(visibility)
    const { token } = await aUser(database, { accountType: 'ST' })
    const { status } = await call(templateReads.get, { token, params })
    expect(status).toBe(visibility === 'shared' ? 200 : 404)
  })
})
