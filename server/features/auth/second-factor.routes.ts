import type { FastifyRequest } from 'fastify'
import { secondFactor } from '#contract/second-factor.ts'
import { originOf } from '#server/plugins/origin.ts'
import type { Limits } from '#server/plugins/rate-limit.ts'
import type { Api } from '#server/routing/api.ts'
import { deviceOf, keepDevice } from './device-cookie.ts'
import type { SecondFactorService } from './second-factor.service.ts'

/** All that take a code count as sign-ins. */
export const secondFactorRoutes = (
  { route }: Api,
  service: SecondFactorService,
  limitSignIn: Limits['signIn'],
): void => {
  const limitedFrom = async (request: FastifyRequest) => {
    await limitSignIn(request)
    return {
      device: deviceOf(request),
      origin: originOf(request),
      userAgent: request.headers['user-agent'] ?? '',
    }
  }

  route(secondFactor.get, ({ user }) => service.get(user))

  route(secondFactor.begin, async ({ user, body, request }) =>
    service.begin(user, body, await limitedFrom(request)),
  )

  route(secondFactor.confirm, async ({ user, body, request }) => ({
    message: 'Two-step sign-in is on',
    recovery_codes: await service.confirm(user, body, await limitedFrom(request)),
  }))

  route(secondFactor.renewRecoveryCodes, async ({ user, body, request }) => ({
    message: 'New recovery codes',
    recovery_codes: await service.renewRecoveryCodes(user, body, await limitedFrom(request)),
  }))

  route(secondFactor.remove, async ({ user, body, request }) => {
    await service.remove(user, body, await limitedFrom(request))
    return { message: 'Two-step sign-in is off' }
  })

  route(secondFactor.signIn, async ({ body, request, reply }) => {
    const from = await limitedFrom(request)
    const signedIn = await service.signIn(body, from)
    keepDevice(request, reply, from.device)
    return signedIn
  })

  route(secondFactor.beginAtSignIn, async ({ body, request }) => {
    await limitSignIn(request)
    return await service.beginAtSignIn(body)
  })

  route(secondFactor.confirmAtSignIn, async ({ body, request, reply }) => {
    const from = await limitedFrom(request)
    const signedIn = await service.confirmAtSignIn(body, from)
    keepDevice(request, reply, from.device)
    return signedIn
  })
}
