import { describe, expect, it } from 'vitest'
import { createLogBatches, LOG_CLIENT } from '#domain/error-log/batches.ts'
import { eventually } from '#tests/support/eventually.ts'

/** @param answers of the receiver, in turn; true after them */
const aLog = (answers: (boolean | Error)[] = [], bytesMax?: number) => {
  const waits: number[] = []
  const sent: (readonly string[])[] = []
  let dropped = 0
  const { add } = createLogBatches({
    wait: async (ms) => void waits.push(ms),
    send: async (events) => {
      sent.push(events)
      const answer = answers.shift() ?? true
      if (answer instanceof Error) throw answer
      return answer
    },
    onDropped: (count) => {
      dropped += count
    },
    ...(bytesMax !== undefined && { bytesMax }),
  })
  return { add, waits, sent, dropped: () => dropped }
}

const DOWN = new Error('No answer')

describe('the log client', () => {
  it('has the defaults of the specification, section 7', () => {
    expect(LOG_CLIENT).toEqual({
      waitMs: 2_000,
      eventBytesMax: 262_144,
      batchBytesMax: 1_048_576,
      requestTimeoutMs: 30_000,
      retries: 5,
      retryDelayMs: 5_000,
    })
  })

  it('waits 2 s, then sends what has come as one batch', async () => {
    const { add, waits, sent } = aLog()
    for (const event of ['1', '2', '3']) add(event)
    await eventually(() => expect(sent).toEqual([['1', '2', '3']]))
    expect(waits).toEqual([2_000])
    add('4')
    await eventually(() => expect(sent).toEqual([['1', '2', '3'], ['4']]))
    expect(waits).toEqual([2_000, 2_000])
  })

  it('tries again five times, 5 s apart, and then drops the batch and goes on', async () => {
    const { add, waits, sent, dropped } = aLog(Array.from({ length: 6 }, () => DOWN))
    add('1')
    await eventually(() => expect(dropped()).toBe(1))
    expect(waits).toEqual([2_000, 5_000, 5_000, 5_000, 5_000, 5_000])
    expect(sent).toEqual(Array.from({ length: 6 }, () => ['1']))
    add('2')
    await eventually(() => expect(sent.at(-1)).toEqual(['2']))
    expect(dropped()).toBe(1)
  })

  it('delivers once it is answered again', async () => {
    const { add, sent, dropped } = aLog([DOWN, DOWN])
    add('1')
    await eventually(() => expect(sent).toHaveLength(3))
    expect(dropped()).toBe(0)
  })

  it('does not repeat a batch that was refused', async () => {
    const { add, sent, dropped } = aLog([false])
    add('1')
    await eventually(() => expect(dropped()).toBe(1))
    expect(sent).toHaveLength(1)
  })

  it('keeps a batch within 1 MB', async () => {
    const { add, sent } = aLog([], 4 * LOG_CLIENT.batchBytesMax)
    // Two bytes each.
    for (let nth = 0; nth < 10; nth += 1) add('é'.repeat(100_000))
    await eventually(() => expect(sent.map(({ length }) => length)).toEqual([5, 5]))
  })

  it('drops an event of more than 262,144 bytes', () => {
    const { add, dropped } = aLog()
    add('é'.repeat(131_072))
    expect(dropped()).toBe(0)
    add(`${'é'.repeat(131_072)}.`)
    expect(dropped()).toBe(1)
  })

  it('holds no more than it may while the receiver is down, and forgets what it has dropped', async () => {
    const { add, sent, dropped } = aLog([DOWN, DOWN, DOWN, DOWN, DOWN, DOWN], 100)
    for (let nth = 0; nth < 30; nth += 1) add('x'.repeat(10))
    expect(dropped()).toBe(20)
    await eventually(() => expect(dropped()).toBe(30))
    add('after')
    await eventually(() => expect(sent.at(-1)).toEqual(['after']))
  })
})
