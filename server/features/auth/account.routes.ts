import type { FastifyRequest } from 'fastify'
import { account } from '#contract/account.ts'
import { ACCOUNT_MESSAGES } from '#domain/account-messages.ts'
import { originOf } from '#server/plugins/origin.ts'
import type { Limits } from '#server/plugins/rate-limit.ts'
import type { AfterReply } from '#server/routing/after-reply.ts'
import type { Api } from '#server/routing/api.ts'
import type { AccountService, From } from './account.service.ts'
import { deviceOf, keepDevice } from './device-cookie.ts'
import type { PasswordResets } from './password-resets.ts'

export type AccountRoutesParts = {
  api: Api
  service: AccountService
  resets: PasswordResets
  limits: Pick<Limits, 'signIn' | 'forgotPassword'>
  afterReply: AfterReply
}

export const accountRoutes = ({
  api: { route },
  service,
  resets,
  limits,
  afterReply,
}: AccountRoutesParts): void => {
  route(account.forgotPassword, async ({ body, request, reply }) => {
    await limits.forgotPassword(request)
    const origin = originOf(request)
    // After the reply, whose time would tell whether the address is known.
    afterReply(reply, () => resets.request(body.email.trim(), origin))
    return { message: ACCOUNT_MESSAGES.resetLinkSent }
  })

  route(account.resetPassword, async ({ body, request, reply }) => {
    await limits.signIn(request)
    const from = fromOf(request)
    await service.resetPassword(body, from)
    keepDevice(request, reply, from.device)
    return { message: ACCOUNT_MESSAGES.passwordReset }
  })

  route(account.updatePassword, async ({ user, body, request }) => {
    await limits.signIn(request)
    const changed = await service.updatePassword(user, body, fromOf(request))
    return { message: ACCOUNT_MESSAGES.passwordUpdated, user: changed }
  })

  route(account.update, async ({ user, body }) => {
    const isAccount = body.username !== undefined || body.default_customer !== undefined
    const message = isAccount ? ACCOUNT_MESSAGES.accountUpdated : ACCOUNT_MESSAGES.privacyUpdated
    return { message, user: await service.update(user, body) }
  })

  route(account.deactivate, async ({ user, request }) => {
    await service.deactivate(user, originOf(request))
    return { message: ACCOUNT_MESSAGES.deactivated }
  })

  route(account.remove, async ({ user, request }) => {
    await service.erase(user, originOf(request))
    return { message: ACCOUNT_MESSAGES.deleted }
  })

  route(account.sessions, ({ user }) => service.sessions(user))

  route(account.endSession, async ({ user, params, request }) => {
    await service.endSession(user, params.id, originOf(request))
    return { message: 'Signed out on that device' }
  })

  route(account.personalData, ({ user }) => service.personalData(user))
}

const fromOf = (request: FastifyRequest): From => ({ device: deviceOf(request), origin: originOf(request) })
