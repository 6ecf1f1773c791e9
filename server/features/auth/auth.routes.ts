import { auth } from '#contract/auth.ts'
import type { SignInLimit } from '#server/plugins/rate-limit.ts'
import type { Api } from '#server/routing/api.ts'
import type { AuthService } from './auth.service.ts'

export const authRoutes = ({ route }: Api, service: AuthService, limitSignIn: SignInLimit): void => {
  route(auth.signIn, async ({ body, request }) => {
    await limitSignIn(request, body.email)
    return await service.signIn({ ...body, userAgent: request.headers['user-agent'] ?? '' })
  })

  route(auth.signOut, async ({ user }) => {
    await service.signOut(user)
    return { message: 'Signed Out Successfully' }
  })
}
