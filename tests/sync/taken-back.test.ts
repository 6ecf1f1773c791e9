import { expect, test } from 'vitest'
import { readTakenBack } from '#src/sync/trollies/taken-back.ts'
import { add, checkout, create, deletion, set, standing, TROLLY } from '#tests/domain/operations/builders.ts'
import { aPhone } from './phone.ts'

/** A phone without signal whose order is to be placed when it is back. */
const waiting = async () => {
  const phone = aPhone()
  await phone.knowsTrolly()
  await phone.append(checkout())
  const takenBack = async () => (await readTakenBack(phone.database)).map(({ trollyId }) => trollyId)
  return { ...phone, takenBack }
}

test('an edit that takes a waiting order back leaves a note of it, until it is asked for again', async () => {
  const phone = await waiting()
  expect(await phone.takenBack()).toEqual([])
  await phone.append(add(1))
  expect(await phone.takenBack()).toEqual([TROLLY])
  await phone.append(add(1))
  expect(await phone.takenBack()).toEqual([TROLLY])
  await phone.append(checkout())
  expect(await phone.takenBack()).toEqual([])
})

test('so does a decision', async () => {
  const phone = await waiting()
  const [order] = await phone.queue()
  if (!order) throw new Error('No order waits')
  const opId = '0190b5a0-0000-7000-8000-0000000000aa'
  await phone.database.outbox.add({
    ...order,
    seq: order.seq + 1,
    opId,
    operation: set(4),
    state: 'attention',
    refusal: standing(6, 9),
  })
  await phone.outbox.decide(opId, 'theirs')
  expect(await phone.queue()).toEqual([])
  expect(await phone.takenBack()).toEqual([TROLLY])
})

test('who takes it back themselves knows', async () => {
  const phone = await waiting()
  await phone.outbox.takeBackCheckout(TROLLY)
  expect(await phone.takenBack()).toEqual([])
})

test('a deletion that is undone does not bring it back, and that is noted', async () => {
  const phone = await waiting()
  await phone.append(deletion)
  await phone.outbox.undoDelete(TROLLY)
  expect(await phone.queue()).toEqual([])
  expect(await phone.takenBack()).toEqual([TROLLY])
})

test('nor does it go along to a new trolly', async () => {
  const phone = await waiting()
  await phone.database.outbox.toCollection().modify({ state: 'held' })
  const fresh = '0190b5a0-0000-7000-8000-000000000009'
  await phone.outbox.moveToNewTrolly(TROLLY, { ...create(), trollyId: fresh } as never)
  expect(await phone.takenBack()).toEqual([fresh])
})
