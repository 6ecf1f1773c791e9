import { expect, test } from 'vitest'
import { readTakenBack } from '#src/sync/trollies/taken-back.ts'
import { add, checkout, create, deletion, set, standing, TROLLY } from '#tests/domain/trollies/builders.ts'
import { aPhone } from './phone.ts'

/** An offline phone with an order to be placed when it is back online. */
const waiting = async () => {
  const phone = aPhone()
  await phone.knowsTrolly()
  await phone.append(checkout())
  const takenBack = async () => (await readTakenBack(phone.database)).map(({ trollyId }) => trollyId)
  return { ...phone, takenBack }
}

test('an edit that withdraws a waiting order is recorded until the order is placed again', async () => {
  const phone = await waiting()
  expect(await phone.takenBack()).toEqual([])
  await phone.append(add(1))
  expect(await phone.takenBack()).toEqual([TROLLY])
  await phone.append(add(1))
  expect(await phone.takenBack()).toEqual([TROLLY])
  await phone.append(checkout())
  expect(await phone.takenBack()).toEqual([])
})

test('so is a decision', async () => {
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

test('cancelling the order oneself is not recorded', async () => {
  const phone = await waiting()
  await phone.outbox.takeBackCheckout(TROLLY)
  expect(await phone.takenBack()).toEqual([])
})

test('an undone deletion does not restore the order, which is recorded', async () => {
  const phone = await waiting()
  await phone.append(deletion)
  await phone.outbox.undoDelete(TROLLY)
  expect(await phone.queue()).toEqual([])
  expect(await phone.takenBack()).toEqual([TROLLY])
})

test('moving to a new trolly does not take the order along, which is recorded', async () => {
  const phone = await waiting()
  await phone.database.outbox.toCollection().modify({ state: 'held' })
  const fresh = '0190b5a0-0000-7000-8000-000000000009'
  await phone.outbox.moveToNewTrolly(TROLLY, { ...create(), trollyId: fresh } as never)
  expect(await phone.takenBack()).toEqual([fresh])
})
