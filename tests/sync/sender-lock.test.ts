import { describe, expect, test } from 'vitest'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import { HOLDER_SILENT_MS } from '#src/sync/engine/waiting.ts'
import { add, set, TROLLY } from '#tests/domain/trollies/builders.ts'
import { aPhone, changed, refusal, type reply } from './phone.ts'

describe('two holders of the lock', () => {
  test('a suspended tab keeps the lock for a while, then loses it, and changes nothing when it resumes', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(set(2))
    let goOn: (answer: ReturnType<typeof reply>) => void = () => {}
    const standing = new Promise<ReturnType<typeof reply>>((resolve) => {
      goOn = resolve
    })
    phone.answerWith(() => standing, changed({ before: 0, quantity: 2 }))
    const frozen = phone.drain()
    await expect.poll(() => phone.sent.length).toBe(1)

    const other = phone.openTab()
    expect(await other.drain()).toEqual({ state: 'busy' })
    phone.clock.advance(HOLDER_SILENT_MS + 1)
    await other.drain()
    expect(await phone.queue()).toEqual([])

    goOn(refusal(422, 'quantity_out_of_range'))
    await frozen
    expect(await phone.queue()).toEqual([])
    expect((await findTrolly(phone.database, TROLLY))?.lines).toMatchObject([{ quantity: 2 }])
  })

  test('a lock is not kept for ever after the clock was set back', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(1))
    phone.answerWith(() => new Promise(() => {}))
    void phone.drain()
    await expect.poll(() => phone.sent.length).toBe(1)
    phone.clock.advance(-3_600_000)
    const other = phone.openTab()
    expect((await other.drain()).state).toBe('drained')
  })
})
