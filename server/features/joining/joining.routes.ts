import { joining } from '#contract/joining.ts'
import { deviceOf, keepDevice } from '#server/features/auth/device-cookie.ts'
import type { Limits } from '#server/plugins/rate-limit.ts'
import type { Api } from '#server/routing/api.ts'
import { joiningService } from './joining.service.ts'
import { type RegistrationParts, registrationService } from './registration.service.ts'

export const joiningRoutes = (
  { route }: Api,
  parts: RegistrationParts,
  limits: Pick<Limits, 'joining' | 'registration'>,
): void => {
  const { register } = registrationService(parts)
  const { requestAccount, checkPostcode } = joiningService(parts)
  route(joining.registerCash, async ({ body, request, reply }) => {
    await limits.registration(request)
    const device = deviceOf(request)
    const signedIn = await register(body, { device, userAgent: request.headers['user-agent'] ?? '' })
    keepDevice(request, reply, device)
    return signedIn
  })
  route(joining.requestAccount, async (call) => {
    await limits.joining(call.request)
    return requestAccount(call)
  })
  route(joining.checkPostcode, async (call) => {
    await limits.joining(call.request)
    return checkPostcode(call)
  })
}
