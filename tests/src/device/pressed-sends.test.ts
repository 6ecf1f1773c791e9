import { expect, onTestFinished, test, vi } from 'vitest'
import { createPressedSends } from '#src/device/user-device.ts'
import { add, checkout, TROLLY } from '#tests/domain/trollies/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aPhone, changed, refusal, reply } from '#tests/sync/phone.ts'

const busy = (status: number) => ({
  ...refusal(status, status === 429 ? 'rate_limited' : 'maintenance'),
  retryAfterSeconds: 90,
})

/** The person presses in one tab; another, the first, is the one that sends. */
const pressing = async () => {
  const phone = aPhone()
  await phone.knowsTrolly()
  const asked = vi.fn()
  let letGo = () => {}
  const pressed = createPressedSends({
    database: phone.openTab().database,
    clock: {
      now: phone.clock.now,
      after: (_, act) => {
        letGo = act
        return () => {}
      },
    },
    onAskedToWait: asked,
    onTrouble: (error) => {
      throw error
    },
  })
  onTestFinished(pressed.stop)
  /** Long enough for an unexpected reply to be noticed. */
  const nothingAsked = async () => {
    await new Promise((done) => setTimeout(done, 50))
    expect(asked).not.toHaveBeenCalled()
  }
  return { phone, pressed, asked, nothingAsked, letGo: () => letGo() }
}

test.each([429, 503])(
  'a %i to an order is reported where it was placed, whichever tab sent it, and nothing is lost',
  async (status) => {
    const { phone, pressed, asked } = await pressing()
    await phone.append(add(2))
    await phone.append(checkout())
    pressed.add(TROLLY)
    // Changes before the order are sent first.
    phone.answerWith(changed({ before: 0, quantity: 2 }), busy(status))
    await phone.drain()
    const at = phone.clock.now()
    await eventually(() => expect(asked.mock.calls).toEqual([[{ at, status, retryAfterSeconds: 90 }]]))
    expect(await phone.queue()).toMatchObject([{ operation: { kind: 'checkout' }, state: 'pending' }])
  },
)

test('a 503 to a change before the order is reported too, and the order is not sent', async () => {
  const { phone, pressed, asked } = await pressing()
  await phone.append(add(2))
  await phone.append(checkout())
  pressed.add(TROLLY)
  phone.answerWith(busy(503))
  await phone.drain()
  await eventually(() => expect(asked).toHaveBeenCalledOnce())
  expect(await phone.queue()).toHaveLength(2)
})

test('"Send now" covers everything waiting, including several changes to one trolly', async () => {
  const { phone, pressed, asked } = await pressing()
  await phone.append(add(1, 'A'))
  await phone.append(add(1, 'B'))
  pressed.add(undefined)
  phone.answerWith(busy(503))
  await phone.drain()
  await eventually(() => expect(asked).toHaveBeenCalledOnce())
})

test('a load balancer’s 503 counts too', async () => {
  const { phone, pressed, asked } = await pressing()
  await phone.append(add(1))
  pressed.add(undefined)
  phone.answerWith(reply(503, '<h1>Back soon</h1>', { epoch: undefined }))
  await phone.drain()
  await eventually(() => expect(asked.mock.calls).toMatchObject([[{ status: 503 }]]))
})

test('a reply from before the press signs nobody out', async () => {
  const { phone, pressed, nothingAsked } = await pressing()
  await phone.append(add(1))
  phone.answerWith(busy(503))
  await phone.drain()
  phone.clock.advance(1)
  pressed.add(undefined)
  await nothingAsked()
})

test('a reply to another trolly or to a later change signs nobody out', async () => {
  const { phone, pressed, nothingAsked } = await pressing()
  pressed.add('another trolly')
  pressed.add(undefined)
  phone.clock.advance(1)
  await phone.append(add(1))
  phone.answerWith(busy(503))
  await phone.drain()
  await nothingAsked()
})

test('a reply that nobody waits for any longer signs nobody out', async () => {
  const { phone, pressed, nothingAsked, letGo } = await pressing()
  await phone.append(add(1))
  pressed.add(undefined)
  letGo()
  phone.answerWith(busy(503))
  await phone.drain()
  await nothingAsked()
})

test('only the first reply is reported', async () => {
  const { phone, pressed, asked } = await pressing()
  await phone.append(add(1))
  pressed.add(undefined)
  for (const _ of [1, 2]) {
    phone.answerWith(busy(503))
    await phone.drain()
    phone.clock.advance(91_000)
    await eventually(() => expect(asked).toHaveBeenCalledOnce())
  }
  await new Promise((done) => setTimeout(done, 50))
  expect(asked).toHaveBeenCalledOnce()
})
