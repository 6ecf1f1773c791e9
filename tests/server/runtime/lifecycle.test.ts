import { describe, expect, it, vi } from 'vitest'
import { Interrupted, startLifecycle } from '#server/lifecycle.ts'

const closing = (name: string, close: () => Promise<unknown>, patienceMs = 1_000) => ({
  name,
  close,
  patienceMs,
})
const never = (): Promise<never> => new Promise(() => {})

describe('what a process has opened', () => {
  it('is closed in reverse order', async () => {
    const { open, closeAll } = startLifecycle(() => {})
    const closed: string[] = []
    for (const name of ['database', 'pool', 'app']) {
      await open(
        async () => name,
        (opened) => closing(name, async () => closed.push(opened)),
      )
    }

    await closeAll()

    expect(closed).toEqual(['app', 'pool', 'database'])
  })

  it('is closed even if an earlier step fails or never ends, and both are reported', async () => {
    const warn = vi.fn()
    const { open, closeAll } = startLifecycle(warn)
    const closed = vi.fn(async () => {})
    await open(
      async () => {},
      () => closing('the database', closed),
    )
    await open(
      async () => {},
      () => closing('the pool', never, 10),
    )
    await open(
      async () => {},
      () => closing('the app', () => Promise.reject(new Error('broken')), 10),
    )

    await closeAll()

    expect(closed).toHaveBeenCalledOnce()
    expect(warn.mock.calls.flat()).toEqual([
      'the app did not close cleanly: broken',
      'the pool did not close within 10 ms.',
    ])
  })

  it('is closed once, however often it is requested', async () => {
    const { open, closeAll } = startLifecycle(() => {})
    const close = vi.fn(async () => {})
    await open(
      async () => {},
      () => closing('it', close),
    )

    await Promise.all([closeAll(), closeAll()])

    expect(close).toHaveBeenCalledOnce()
  })
})

describe('a stop during the start', () => {
  it('closes what was being opened, and opens nothing more', async () => {
    const { open, stop, closeAll } = startLifecycle(() => {})
    const close = vi.fn(async () => {})
    const next = vi.fn(async () => {})

    await expect(
      open(
        async () => stop(),
        () => closing('it', close),
      ),
    ).rejects.toBeInstanceOf(Interrupted)
    await expect(open(next, () => closing('next', async () => {}))).rejects.toBeInstanceOf(Interrupted)
    await closeAll()

    expect(close).toHaveBeenCalledOnce()
    expect(next).not.toHaveBeenCalled()
  })

  it('abandons work that leaves nothing behind', async () => {
    const { run, stop } = startLifecycle(() => {})
    const working = run(never)
    stop()
    await expect(working).rejects.toBeInstanceOf(Interrupted)
  })

  it('reports the first reason, not a later one', async () => {
    const { stop, stopped, signal } = startLifecycle(() => {})
    const first = new Error('PostgreSQL has stopped')
    stop(first)
    stop()
    await stopped()
    expect(signal.reason).toBe(first)
  })
})
