import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { ApiHeaders, pathOf } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import { trollies } from '#contract/trollies.ts'
import { startTestApp } from '#tests/support/server.ts'
import { recordsOf, tillOf } from '#tests/support/till.ts'

const testApp = await startTestApp()
const { call, database } = testApp

const EARLIER = { [ApiHeaders.epoch]: 'before the restore' }

const aTill = async () => {
  const till = await tillOf(testApp)
  const { headers } = await call(trollies.get, { token: till.token, params: till.params })
  return { ...till, current: { [ApiHeaders.epoch]: String(headers[ApiHeaders.epoch]) } }
}

describe('a change from a device with an earlier epoch', () => {
  it('is neither run nor recorded, and its key works under the new epoch', async () => {
    const { add, quantity, user, current } = await aTill()
    const key = uuidv7()
    const before = await recordsOf(database, user.id)
    const refused = await add(key, 2, { headers: EARLIER })
    expect([refused.status, refused.error.code]).toEqual([424, 'epoch_changed'])
    expect(refused.headers[ApiHeaders.epoch]).toBe(current[ApiHeaders.epoch])
    expect(await quantity()).toBe(0)
    expect(await recordsOf(database, user.id)).toEqual(before)
    expect((await add(key, 2, { headers: current })).status).toBe(200)
    expect(await quantity()).toBe(2)
  })

  it('gets its stored reply if the server still has it', async () => {
    const { add, quantity } = await aTill()
    const key = uuidv7()
    const first = await add(key, 2)
    const again = await add(key, 2, { headers: EARLIER })
    expect(again.body).toEqual(first.body)
    expect(await quantity()).toBe(2)
  })

  it('is refused before its body is read', async () => {
    const { add } = await aTill()
    expect((await add(uuidv7(), -1, { headers: EARLIER })).error.code).toBe('epoch_changed')
  })

  it('still needs a token', async () => {
    const { add } = await aTill()
    expect((await add(uuidv7(), 1, { headers: EARLIER, token: 'x' })).status).toBe(401)
  })
})

it('in a batch stops it at the first change that the server does not remember', async () => {
  const { token, params, product_no, otherProductNo, quantity } = await aTill()
  const anAdd = (product: string) => ({
    method: 'POST' as const,
    path: pathOf(trollies.addItem, params),
    headers: { 'idempotency-key': uuidv7() },
    body: JSON.stringify({ product_no: product, quantity: 1, seenPricePence: null }),
  })
  const known = anAdd(product_no)
  await call(operations.run, { token, body: { operations: [known] } })
  const body = { operations: [known, anAdd(product_no), anAdd(otherProductNo)] }
  const { results } = (await call(operations.run, { token, body, headers: EARLIER })).body
  expect(results.map((result) => result.status)).toEqual([200, 424, 424])
  expect(results.slice(1).map((result) => JSON.parse(result.body).code)).toEqual(['epoch_changed', 'not_run'])
  expect(await quantity()).toBe(1)
})

it('is accepted if the device sends no epoch, as older builds do', async () => {
  const { add } = await aTill()
  expect((await add(uuidv7())).status).toBe(200)
})
