import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Turns, turns } from '#server/routing/user-turns.ts'

/** Named tasks that run until they are ended. */
const aStage = (takeTurn: Turns) => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    ask: (name: string, userId: string, signal = new AbortController().signal) =>
      takeTurn(
        { userId, signal },
        () =>
          new Promise<string>((resolve) => {
            begun.push(name)
            ends.set(name, () => resolve(name))
          }),
      ),
    end: async (name: string) => {
      ends.get(name)?.()
      await settled()
    },
  }
}

describe('turns', () => {
  it('run one request per user at a time, so that other users do not wait', async () => {
    const { begun, ask, end } = aStage(turns({ atOnce: 2, waitingMax: 100, waitingEachMax: 100 }))
    const mine = Array.from({ length: 60 }, (_, n) => ask(`mine ${n}`, 'me'))
    const other = ask('other', 'another')
    await settled()
    expect(begun).toEqual(['mine 0', 'other'])
    await end('other')
    await end('mine 0')
    expect(begun).toEqual(['mine 0', 'other', 'mine 1'])
    expect([await other, await mine[0]]).toEqual(['other', 'mine 0'])
  })

  it('run as many requests per user as configured', async () => {
    const { begun, ask, end } = aStage(
      turns({ atOnce: 3, eachAtOnce: 2, waitingMax: 100, waitingEachMax: 100 }),
    )
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void ask(name, name.slice(0, 1))
    await settled()
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
    await end('a2')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('alternate among waiting users, however many requests each has', async () => {
    const { begun, ask, end } = aStage(turns({ atOnce: 1, waitingMax: 100, waitingEachMax: 100 }))
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name, name.slice(0, 1))
    await settled()
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
      expect(begun.at(-1)).toBe(name)
      await end(name)
    }
  })

  it('are refused with the time to wait if too many wait, for one user or in total', async () => {
    const { ask } = aStage(turns({ atOnce: 1, waitingMax: 3, waitingEachMax: 2 }))
    for (const name of ['a1', 'a2', 'a3']) void ask(name, 'a')
    const refused = { code: 'rate_limited', parts: { retryAfterSeconds: 5 } }
    await expect(ask('a4', 'a')).rejects.toMatchObject(refused)
    void ask('b1', 'b')
    await expect(ask('c1', 'c')).rejects.toMatchObject(refused)
  })

  it('are given up by callers that disconnect, which makes room for others', async () => {
    const { begun, ask, end } = aStage(turns({ atOnce: 1, waitingMax: 1, waitingEachMax: 1 }))
    void ask('first', 'a')
    const leaving = new AbortController()
    const left = ask('left', 'b', leaving.signal)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(ask('late', 'b', leaving.signal)).rejects.toMatchObject({ code: 'rate_limited' })
    void ask('second', 'c')
    await end('first')
    expect(begun).toEqual(['first', 'second'])
  })

  it('continue after a failure', async () => {
    const takeTurn = turns({ atOnce: 1, waitingMax: 1, waitingEachMax: 1 })
    const asker = { userId: 'a', signal: new AbortController().signal }
    await expect(takeTurn(asker, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await takeTurn(asker, async () => 'done')).toBe('done')
  })
})
