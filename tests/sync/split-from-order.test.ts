import { describe, expect, test } from 'vitest'
import type { OperationsBody, OperationsReply } from '#contract/operations.ts'
import { OUTBOX_FORMAT } from '#domain/outbox/record.ts'
import type { OrderToChange } from '#domain/trollies/closed-order.ts'
import type { Create } from '#domain/trollies/operation.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import {
  add,
  aHead,
  aLine,
  aRecord,
  checkout,
  create,
  set,
  standing,
  TROLLY,
} from '#tests/domain/trollies/builders.ts'
import { aBasketHead, aPhone, changed, refusal, reply } from './phone.ts'

const NEW = '0190b5a0-0000-7000-8000-000000000009'
const creation = (): Create => ({ ...(create() as Create), trollyId: NEW })

const ORDER: OrderToChange = {
  status: 'placed',
  cutOffAt: '2026-03-03T16:00:00.000Z',
  lines: [{ product_no: 'P1', quantity: 4 }],
}

/** A phone with a trolly that changes an order of four P1: to six, and two of P2. */
const aChange = async () => {
  const phone = aPhone()
  await phone.database.trollies.put(aHead({ replacesOrderId: 'O1', replacesOrderNo: '100001' }))
  await phone.database.lines.put({ ...aLine({ orderedQuantity: 4 }), trollyId: TROLLY })
  await phone.append(set(6))
  await phone.append(add(2, 'P2'))
  return phone
}

const inNew = async (phone: Awaited<ReturnType<typeof aChange>>) =>
  (await phone.queue()).filter(({ lane }) => lane === `trolly:${NEW}`)

describe('a change that is too late', () => {
  test('has its checkout refused, which asks instead of being sent for ever', async () => {
    const phone = await aChange()
    await phone.database.outbox.clear()
    await phone.append(checkout())
    phone.answerWith(refusal(409, 'order_closed'))
    await phone.drain()
    expect(await phone.queue()).toMatchObject([{ state: 'attention', refusal: { code: 'order_closed' } }])
  })

  test('moves additions to one new trolly and drops the old one, in one step', async () => {
    const phone = await aChange()
    await phone.append(checkout())
    await phone.outbox.splitFromOrder(TROLLY, creation(), ORDER)
    expect(await inNew(phone)).toMatchObject([
      { operation: { kind: 'create' } },
      { operation: { kind: 'set', product_no: 'P1', quantity: 2 }, expectedVersion: 0 },
      { operation: { kind: 'set', product_no: 'P2', quantity: 2 }, expectedVersion: 0 },
    ])
    const kinds = (await phone.queue()).filter(({ lane }) => lane === `trolly:${TROLLY}`)
    expect(kinds.map(({ operation }) => operation.kind)).toEqual(['set', 'add', 'delete'])
    expect((await findTrolly(phone.database, TROLLY))?.state).toBe('deleted')
  })

  test('repeated, or in another tab, still gives one trolly with the same quantities', async () => {
    const phone = await aChange()
    const other = phone.openTab()
    await phone.outbox.splitFromOrder(TROLLY, creation(), ORDER)
    await other.outbox.splitFromOrder(TROLLY, creation(), ORDER)
    expect((await inNew(phone)).map(({ operation }) => operation)).toMatchObject([
      { kind: 'create' },
      { product_no: 'P1', quantity: 2 },
      { product_no: 'P2', quantity: 2 },
    ])
  })

  test('already made by another device counts nothing twice, and asks about a difference', async () => {
    const phone = await aChange()
    await phone.outbox.splitFromOrder(TROLLY, creation(), ORDER)
    await phone.database.outbox.where('lane').equals(`trolly:${TROLLY}`).delete()
    const there = {
      product_no: 'P2',
      quantity: 3,
      version: 2,
      removed: false,
      seenPricePence: 100,
      addedAt: '2026-03-03T09:00:00.000Z',
    }
    phone.answerWith(({ body }) => {
      const { operations } = JSON.parse(body) as OperationsBody
      const answers = [
        refusal(409, 'trolly_exists'),
        changed({ before: 1, after: 1, quantity: 2 }),
        refusal(412, 'version_mismatch', { basket: aBasketHead({ id: NEW }), line: there }),
      ]
      const results = operations.map(({ headers }, place) => {
        const { status = 500, body: answer = '' } = answers[place] ?? {}
        return { key: headers['idempotency-key'], status, body: answer }
      })
      return reply(200, { results } satisfies OperationsReply)
    })
    await phone.drain()
    expect(await inNew(phone)).toMatchObject([
      {
        state: 'attention',
        operation: { product_no: 'P2', quantity: 2 },
        refusal: { line: { quantity: 3 } },
      },
    ])
  })

  test('waits for decisions about its lines, and leaves a newer build’s work alone', async () => {
    const phone = await aChange()
    await phone.database.outbox
      .where('lane')
      .equals(`trolly:${TROLLY}`)
      .modify((record) => {
        if ((record.operation as { product_no?: string }).product_no === 'P1')
          Object.assign(record, { state: 'attention', attempts: 1, refusal: standing(9, 7) })
      })
    const before = await phone.queue()
    await expect(phone.outbox.splitFromOrder(TROLLY, creation(), ORDER)).rejects.toThrow(OperationRefused)
    expect(await phone.queue()).toEqual(before)
    await phone.database.outbox.clear()
    await phone.database.outbox.add(aRecord(1, set(9), { v: OUTBOX_FORMAT + 1 }))
    await expect(phone.outbox.splitFromOrder(TROLLY, creation(), ORDER)).rejects.toThrow(OperationRefused)
    expect(await phone.queue()).toHaveLength(1)
  })
})
