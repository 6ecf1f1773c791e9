import { describe, expect, it, vi } from 'vitest'
import { watchUncaughtErrors } from '#src/app/uncaught-errors.ts'

function watch({ showsDetail = false } = {}) {
  const log = vi.fn()
  const show = vi.fn()
  const window = new EventTarget() as unknown as Window
  watchUncaughtErrors({ window, showsDetail: () => showsDetail, log, show })
  return { window, log, show }
}

function errorEvent(message: string): ErrorEvent {
  return new ErrorEvent('error', { message, error: new Error(message) })
}

describe('an uncaught error', () => {
  it('is shown to the person, stays, and is logged', () => {
    const { window, log, show } = watch()
    window.dispatchEvent(errorEvent('x is undefined'))
    expect(show).toHaveBeenCalledWith({
      message: 'Error has occured',
      timeoutLength: -1,
      statusColor: 'error',
      showInProduction: true,
    })
    expect(log).toHaveBeenCalledTimes(1)
  })

  it('is shown in detail to developers', () => {
    const { window, show } = watch({ showsDetail: true })
    window.dispatchEvent(errorEvent('x is undefined'))
    expect(show.mock.lastCall?.[0].message).toBe('A Frontend Error has occured: x is undefined')
  })

  it('includes a rejected promise', () => {
    const { window, log, show } = watch({ showsDetail: true })
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('refused') }))
    expect(show.mock.lastCall?.[0].message).toBe('A Frontend Error has occured: refused')
    expect(log).toHaveBeenCalledWith(new Error('refused'))
  })

  it('does not include a size that changed twice in a frame', () => {
    const { window, log, show } = watch()
    window.dispatchEvent(errorEvent('ResizeObserver loop completed with undelivered notifications.'))
    expect(show).not.toHaveBeenCalled()
    expect(log).not.toHaveBeenCalled()
  })
})
