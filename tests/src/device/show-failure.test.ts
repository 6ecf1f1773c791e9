import { expect, test, vi } from 'vitest'
import { MESSAGE_TIMES_MS, PERSISTENT } from '#domain/message-times.ts'
import { OperationRefused, type RefusedCode } from '#domain/trollies/refused.ts'
import { ApiError } from '#src/api/api-error.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

const timeOf = (error: unknown): number | undefined => {
  const show = vi.spyOn(notifications, 'show').mockImplementation(() => undefined)
  showFailure(error)
  return show.mock.lastCall?.[0].timeoutLength
}

const failed = (path?: string) =>
  Object.assign(new ApiError({ status: 500, code: 'internal_error', message: `At ${path}` }), { path })

test.each(['basket/new', 'basket/new/{id}/checkout', 'auth/reset-password', 'auth/registration/cash'])(
  'a failure of %s stays until dismissed',
  (path) => {
    expect(timeOf(failed(path))).toBe(PERSISTENT)
  },
)

test.each(['basket/processed/active-orders', 'auth/sign-in', 'faq', 'template/{id}', undefined])(
  'a failure of %s lasts five seconds',
  (path) => {
    expect(timeOf(failed(path))).toBe(MESSAGE_TIMES_MS.usual)
  },
)

test.each<[RefusedCode, number]>([
  ['trolly_closed', PERSISTENT],
  ['too_many_lines', PERSISTENT],
  ['template_deleted', MESSAGE_TIMES_MS.usual],
])('a device that refuses with %s is told like the call', (code, timeMs) => {
  expect(timeOf(new OperationRefused(code))).toBe(timeMs)
})
