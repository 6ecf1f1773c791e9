import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { NO_DATA_MESSAGE } from '#src/api/messages.ts'

/**
 * A fake of the server for screen tests, in place of the API client: each call returns what the test says, and any other call
 * fails as if offline.
 */
export type FakeApi = {
  api: ApiClient
  /** The calls made, in order. */
  calls: { endpoint: Endpoint; input: Input<Endpoint> }[]
  on: <E extends Endpoint>(endpoint: E, answer: (input: Input<E>) => ReplyOf<E> | Promise<ReplyOf<E>>) => void
  /** From now on the call fails as if offline. */
  cut: (endpoint: Endpoint) => void
}

type Input<E extends Endpoint> = { params?: ParamsOf<E>; query?: QueryOf<E>; body?: BodyOf<E>; key?: string }

export const fakeApi = (): FakeApi => {
  const answers = new Map<Endpoint, (input: never) => unknown>()
  const calls: FakeApi['calls'] = []
  return {
    calls,
    api: {
      hasToken: () => true,
      call: async (endpoint, input = {}) => {
        calls.push({ endpoint, input: input as Input<Endpoint> })
        const answer = answers.get(endpoint)
        if (!answer) throw noSignal()
        return (await answer(input as never)) as never
      },
    },
    on: (endpoint, answer) => void answers.set(endpoint, answer as never),
    cut: (endpoint) => void answers.delete(endpoint),
  }
}

export const noSignal = (): ApiError =>
  new ApiError({ status: 0, code: 'no_reply', message: NO_DATA_MESSAGE })

export const refusal = (
  code: ErrorCode,
  parts: { message?: string; retryAfterSeconds?: number } = {},
): ApiError => {
  const { message = `refused: ${code}`, retryAfterSeconds } = parts
  return new ApiError({
    status: ERROR_STATUS[code],
    code,
    message,
    reply: { message, code },
    retryAfterSeconds,
  })
}
