import { auth } from '#contract/auth.ts'
import { originOf } from '#server/plugins/origin.ts'
import type { Limits } from '#server/plugins/rate-limit.ts'
import type { Api } from '#server/routing/api.ts'
import type { AuthService } from './auth.service.ts'
import { deviceOf, keepDevice } from './device-cookie.ts'

export const authRoutes = ({ route }: Api, service: AuthService, limitSignIn: Limits['signIn']): void => {
  route(auth.signIn, async ({ body, request, reply }) => {
    await limitSignIn(request)
    const device = deviceOf(request)
    const signedIn = await service.signIn({
      ...body,
      device,
      userAgent: request.headers['user-agent'] ?? '',
      origin: originOf(request),
    })
    keepDevice(request, reply, device)
    return signedIn
  })

  route(auth.signOut, async ({ user, request }) => {
    await service.signOut(user, originOf(request))
    return { message: 'Signed Out Successfully' }
  })
}
