import { describe, expect, it, vi } from 'vitest'
import { createNotifications, PERSISTENT } from '#src/ui/notifications/notifications.ts'
import { createManualClock } from './manual-clock.ts'

function setUp() {
  const clock = createManualClock()
  const notifications = createNotifications(clock)
  const show = (message: string, rest = {}) =>
    notifications.show({ message, showInProduction: true, ...rest })
  return { clock, notifications, show, shown: () => notifications.current()?.message }
}

describe('notifications', () => {
  it('shows one at a time, and the next 100 ms after the one before has closed', () => {
    const { clock, notifications, show, shown } = setUp()
    show('first')
    show('second')
    expect(shown()).toBe('first')
    notifications.close()
    expect(shown()).toBeUndefined()
    clock.advance(99)
    expect(shown()).toBeUndefined()
    clock.advance(1)
    expect(shown()).toBe('second')
  })

  it('lets one that comes in the pause between two wait for the pause to end', () => {
    const { clock, notifications, show, shown } = setUp()
    show('first')
    notifications.close()
    show('second')
    expect(shown()).toBeUndefined()
    clock.advance(100)
    expect(shown()).toBe('second')
  })

  it('counts 5000 ms down in steps of 2 percent', () => {
    const { clock, notifications, show, shown } = setUp()
    const seen: number[] = []
    notifications.subscribe(() => seen.push(notifications.current()?.progress ?? -1))
    show('Saved')
    clock.advance(4999)
    expect(seen).toEqual(Array.from({ length: 50 }, (_, step) => 100 - 2 * step))
    expect(shown()).toBe('Saved')
    clock.advance(1)
    expect(shown()).toBeUndefined()
  })

  it('keeps a persistent one until it is dismissed', () => {
    const { clock, notifications, show, shown } = setUp()
    const id = show('Locked', { timeoutLength: PERSISTENT })
    clock.advance(3_600_000)
    expect(shown()).toBe('Locked')
    expect(notifications.current()?.progress).toBe(100)
    notifications.close(id)
    expect(shown()).toBeUndefined()
  })

  it('holds the count-down while it is paused, and goes on afterwards', () => {
    const { clock, notifications, show, shown } = setUp()
    show('Saved')
    clock.advance(2500)
    notifications.pause()
    clock.advance(60_000)
    expect(shown()).toBe('Saved')
    notifications.resume()
    clock.advance(2499)
    expect(shown()).toBe('Saved')
    clock.advance(1)
    expect(shown()).toBeUndefined()
  })

  it('takes back what was done, once, and closes', () => {
    const { notifications, show, shown } = setUp()
    const onRestore = vi.fn()
    show('Deleted', { restoreButton: { onRestore } })
    expect(notifications.current()?.restoreButton?.label).toBe('Undo')
    expect(notifications.restore()).toBe(true)
    expect(notifications.restore()).toBe(false)
    expect(onRestore).toHaveBeenCalledTimes(1)
    expect(shown()).toBeUndefined()
  })

  it('hides in production what is not meant for it', () => {
    const { notifications } = setUp()
    expect(notifications.show({ message: 'for developers' })).toBeUndefined()
    expect(notifications.current()).toBeUndefined()
    notifications.setProduction(false)
    notifications.show({ message: 'for developers' })
    expect(notifications.current()?.message).toBe('for developers')
  })

  it('says SNACKBAR ERROR where it is given nothing to say', () => {
    const { notifications } = setUp()
    notifications.show({ showInProduction: true })
    expect(notifications.current()?.message).toBe('SNACKBAR ERROR')
  })

  it.each([
    [{ statusCode: 500 }, 'error', 'alert'],
    [{ statusCode: 200 }, 'info', 'info'],
    [{ statusCode: 423, icon: 'lock' }, 'error', 'lock'],
    [{ statusColor: 'success' }, 'success', 'check'],
    [{}, 'info', 'info'],
  ])('wears the colour and the icon of %o', (message, color, icon) => {
    const { notifications, show } = setUp()
    show('x', message)
    expect(notifications.current()).toMatchObject({ statusColor: color, icon })
  })

  it('takes a queued one out without disturbing the one on screen', () => {
    const { clock, notifications, show, shown } = setUp()
    show('first')
    const second = show('second')
    show('third')
    notifications.close(second)
    expect(shown()).toBe('first')
    notifications.close()
    clock.advance(100)
    expect(shown()).toBe('third')
  })

  it('drops all of them at once', () => {
    const { clock, notifications, show, shown } = setUp()
    show('first')
    show('second')
    notifications.clear()
    clock.advance(1000)
    expect(shown()).toBeUndefined()
    show('after')
    expect(shown()).toBe('after')
  })
})
