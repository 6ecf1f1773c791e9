import { signInCodes } from '#contract/sign-in-codes.ts'
import { originOf } from '#server/plugins/origin.ts'
import type { Limits } from '#server/plugins/rate-limit.ts'
import type { Api } from '#server/routing/api.ts'
import { deviceOf, keepDevice } from './device-cookie.ts'
import type { SignInCodes } from './sign-in-codes.ts'

export const signInCodesRoutes = (
  { route }: Api,
  { make, use }: SignInCodes,
  { signIn: limitSignIn }: Pick<Limits, 'signIn'>,
): void => {
  // Each costs a hash, as a sign-in does.
  route(signInCodes.make, async ({ user, request }) => {
    await limitSignIn(request)
    return make(user)
  })
  route(signInCodes.use, async ({ body, request, reply }) => {
    await limitSignIn(request)
    const device = deviceOf(request)
    const userAgent = request.headers['user-agent'] ?? ''
    const signedIn = await use({ ...body, device, userAgent, origin: originOf(request) })
    keepDevice(request, reply, device)
    return signedIn
  })
}
