import { ApiHeaders } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import type { Limits } from '#server/plugins/rate-limit.ts'
import type { Api } from '#server/routing/api.ts'
import { headerOf } from '#server/routing/register.ts'
import type { OperationsService } from './operations.service.ts'

export const operationsRoutes = (
  { route }: Api,
  service: OperationsService,
  limitUser: Limits['byUser'],
): void => {
  route(operations.run, async ({ body, user, request }) => {
    // The call itself has already been counted.
    await limitUser(request, body.operations.length - 1)
    return await service.run({ user, epoch: headerOf(request, ApiHeaders.epoch) }, body)
  })
}
