import { ApiHeaders } from '#contract/endpoint.ts'
import type { Transport } from './ports.ts'

/** The outbox's way out: the kept bytes, as they are, with nothing added but who sends them. No retries of its own. */
export const createFetchTransport = (ports: { fetch: typeof fetch; baseUrl?: string }): Transport => ({
  send: async ({ method, path, headers, body }, { token, timeoutMs }) => {
    const response = await ports.fetch(`${ports.baseUrl ?? ''}${path}`, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === '' ? {} : { body }),
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
    return {
      status: response.status,
      body: await response.text(),
      retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
      epoch: response.headers.get(ApiHeaders.epoch) ?? undefined,
    }
  },
})
