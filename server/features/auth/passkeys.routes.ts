import type { FastifyRequest } from 'fastify'
import { passkeys } from '#contract/passkeys.ts'
import { originOf } from '#server/plugins/origin.ts'
import type { Limits } from '#server/plugins/rate-limit.ts'
import type { Api } from '#server/routing/api.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { deviceOf, keepDevice } from './device-cookie.ts'
import type { PasskeysService, Site } from './passkeys.service.ts'

export type PasskeysRoutesParts = {
  api: Api
  service: PasskeysService
  limits: Pick<Limits, 'signIn' | 'passkeyOptions'>
  publicUrl: string | undefined
  companyName: () => Promise<string>
}

export const passkeysRoutes = ({
  api: { route },
  service,
  limits,
  publicUrl,
  companyName,
}: PasskeysRoutesParts): void => {
  /** PUBLIC_URL; without it, the address that the request came to, which a browser's page cannot choose. */
  const siteOf = async ({ protocol, host }: FastifyRequest): Promise<Site> => {
    const address = publicUrl ?? `${protocol}://${host}`
    if (!URL.canParse(address)) throw new Refusal('invalid_request')
    const { origin, hostname } = new URL(address)
    return { origin, domain: hostname, name: await companyName() }
  }
  const fromOf = async (request: FastifyRequest) => ({
    site: await siteOf(request),
    origin: originOf(request),
    device: deviceOf(request),
    userAgent: request.headers['user-agent'] ?? '',
  })

  route(passkeys.signInOptions, async ({ request }) => {
    await limits.passkeyOptions(request)
    return await service.signInOptions(await siteOf(request))
  })

  route(passkeys.signIn, async ({ body, request, reply }) => {
    await limits.signIn(request)
    const from = await fromOf(request)
    const signedIn = await service.signIn(body, from)
    keepDevice(request, reply, from.device)
    return signedIn
  })

  route(passkeys.list, ({ user }) => service.list(user))

  route(passkeys.addOptions, async ({ user, request }) => service.addOptions(user, await siteOf(request)))

  route(passkeys.add, async ({ user, body, request }) => ({
    message: 'Passkey added',
    passkey: await service.add(user, body, await fromOf(request)),
  }))

  route(passkeys.rename, async ({ user, params: { id }, body: { name } }) => ({
    message: 'Passkey renamed',
    passkey: await service.rename(user, { id, name }),
  }))

  route(passkeys.remove, async ({ user, params, request }) => {
    await service.remove(user, params.id, originOf(request))
    return { message: 'Passkey removed' }
  })
}
