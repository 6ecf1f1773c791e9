import { describe, expect, it, vi } from 'vitest'
import { PERSISTENT } from '#domain/message-times.ts'
import { createNotifications } from '#src/ui/notifications/notifications.ts'
import { createManualClock } from './manual-clock.ts'

function setUp() {
  const clock = createManualClock()
  const notifications = createNotifications(clock)
  const show = (message: string, rest = {}) =>
    notifications.show({ message, showInProduction: true, ...rest })
  return { clock, notifications, show, shown: () => notifications.current()?.message }
}

describe('notifications', () => {
  it('shows one at a time, each 100 ms after the previous one has closed', () => {
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

  it('delays one shown during that pause', () => {
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
    const changed = vi.fn()
    notifications.subscribe(changed)
    notifications.timeLeft.subscribe(() => seen.push(notifications.timeLeft.get()))
    show('Saved')
    clock.advance(4999)
    // A step draws the bar alone: ten times a second the whole card would be too much for a slow phone.
    expect(changed).toHaveBeenCalledTimes(1)
    expect(seen).toEqual(Array.from({ length: 50 }, (_, step) => 100 - 2 * step))
    expect(shown()).toBe('Saved')
    clock.advance(1)
    expect(shown()).toBeUndefined()
  })

  it('keeps a persistent one until dismissed', () => {
    const { clock, notifications, show, shown } = setUp()
    const id = show('Locked', { timeoutLength: PERSISTENT })
    clock.advance(3_600_000)
    expect(shown()).toBe('Locked')
    expect(notifications.timeLeft.get()).toBe(100)
    notifications.close(id)
    expect(shown()).toBeUndefined()
  })

  it('stops the countdown while paused, and continues it afterwards', () => {
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

  it('undoes once, and closes', () => {
    const { notifications, show, shown } = setUp()
    const onRestore = vi.fn()
    show('Deleted', { restoreButton: { onRestore } })
    expect(notifications.current()?.restoreButton?.label).toBe('Undo')
    expect(notifications.restore()).toBe(true)
    expect(notifications.restore()).toBe(false)
    expect(onRestore).toHaveBeenCalledTimes(1)
    expect(shown()).toBeUndefined()
  })

  it('hides developer messages in production', () => {
    const { notifications } = setUp()
    expect(notifications.show({ message: 'for developers' })).toBeUndefined()
    expect(notifications.current()).toBeUndefined()
    notifications.setProduction(false)
    notifications.show({ message: 'for developers' })
    expect(notifications.current()?.message).toBe('for developers')
  })

  it('shows SNACKBAR ERROR if it has no message', () => {
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
  ])('has the colour and the icon of %o', (message, color, icon) => {
    const { notifications, show } = setUp()
    show('x', message)
    expect(notifications.current()).toMatchObject({ statusColor: color, icon })
  })

  it('removes a queued one without affecting the one shown', () => {
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

  it('clears all at once', () => {
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

describe('order of messages', () => {
  const undo = (onRestore: () => unknown = () => {}) => ({ restoreButton: { onRestore } })
  const removal = (item: string, onRestore: () => unknown = () => {}) => ({
    restoreButton: {
      onRestore,
      group: { key: 'T1', item, words: (count: number) => `${count} lines removed` },
    },
  })

  it('nothing overtakes and nothing is dropped, of any kind', () => {
    const { clock, notifications, show, shown } = setUp()
    const kinds = [
      ['Trolly Created', { statusColor: 'success' }],
      ['Out of stock', { statusColor: 'error' }],
      ['Rice removed', undo()],
      ['Prices are old', { statusColor: 'warning' }],
      ['Not saved', { statusColor: 'error', timeoutLength: PERSISTENT }],
      ['No Open Trollys found', {}],
    ] as const
    for (const [message, rest] of kinds) show(message, rest)
    const seen: (string | undefined)[] = []
    for (const _ of kinds) {
      seen.push(shown())
      notifications.close()
      clock.advance(99)
      expect(shown()).toBeUndefined()
      clock.advance(1)
    }
    expect(seen).toEqual(kinds.map(([message]) => message))
    expect(shown()).toBeUndefined()
  })

  it('a queued message is shown for its full time', () => {
    const { clock, show, shown } = setUp()
    show('first')
    show('Trolly deleted', { ...undo(), timeoutLength: 10_000 })
    clock.advance(5100)
    expect(shown()).toBe('Trolly deleted')
    clock.advance(9999)
    expect(shown()).toBe('Trolly deleted')
    clock.advance(1)
    expect(shown()).toBeUndefined()
  })

  it('several queued removals are one message, in the first one’s place', () => {
    const { clock, notifications, show, shown } = setUp()
    show('first')
    show('Rice removed', removal('Rice'))
    show('last')
    show('Milk removed', removal('Milk'))
    notifications.close()
    clock.advance(100)
    expect(shown()).toBe('2 lines removed')
    notifications.close()
    clock.advance(100)
    expect(shown()).toBe('last')
  })

  it('a page’s message closes with the page; a queued one is still shown, but not persistent', () => {
    const { clock, notifications, show, shown } = setUp()
    const held = { statusColor: 'error', timeoutLength: PERSISTENT }
    show('This trolly waits', { ...held, ofPage: true })
    show('Something of it needs you', { ...held, ofPage: true })
    show('Not saved', held)
    notifications.leavePage()
    clock.advance(100)
    expect(shown()).toBe('Something of it needs you')
    clock.advance(5100)
    expect(shown()).toBe('Not saved')
    notifications.leavePage()
    clock.advance(10_000)
    expect(shown()).toBe('Not saved')
  })

  it('a repeated failure shares the message already shown', () => {
    const { clock, notifications, show, shown } = setUp()
    const held = { statusColor: 'error', timeoutLength: PERSISTENT }
    expect(show('This trolly waits', held)).toBe(show('This trolly waits', held))
    notifications.close()
    clock.advance(1000)
    expect(shown()).toBeUndefined()
  })

  it('several removals are one message, whose undo restores all of them in reverse order', () => {
    const { clock, notifications, show, shown } = setUp()
    const restored: string[] = []
    show(
      'Rice removed',
      removal('Rice', () => restored.push('Rice')),
    )
    clock.advance(4000)
    show(
      'Milk removed',
      removal('Milk', () => restored.push('Milk')),
    )
    show(
      'Eggs removed',
      removal('Eggs', () => restored.push('Eggs')),
    )
    expect(shown()).toBe('3 lines removed')
    clock.advance(4900)
    expect(shown()).toBe('3 lines removed')
    notifications.restore()
    expect(restored).toEqual(['Eggs', 'Milk', 'Rice'])
    clock.advance(5000)
    expect(shown()).toBeUndefined()
  })

  it('a line removed twice counts once, and is restored to its latest state', () => {
    const { notifications, show, shown } = setUp()
    const restored: number[] = []
    show(
      'Rice removed',
      removal('Rice', () => restored.push(4)),
    )
    show(
      'Rice removed',
      removal('Rice', () => restored.push(1)),
    )
    expect(shown()).toBe('Rice removed')
    notifications.restore()
    expect(restored).toEqual([1])
  })

  it('an action is not an undo', () => {
    const { notifications, show, shown } = setUp()
    const onAct = vi.fn()
    show('No longer waiting', { actionButton: { label: 'Place it again', onAct } })
    expect(notifications.restore()).toBe(false)
    notifications.act()
    expect(onAct).toHaveBeenCalledTimes(1)
    expect(shown()).toBeUndefined()
  })
})
