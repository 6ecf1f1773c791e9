import { ApiHeaders } from '#contract/endpoint.ts'
import type { Transport } from './ports.ts'

/** Sends the kept bytes, adding only credentials and epoch. Never retries. */
export const createFetchTransport = (ports: { fetch: typeof fetch; baseUrl?: string }): Transport => ({
  send: async ({ method, path, headers, body }, { token, epoch, timeoutMs }) => {
    const response = await ports.fetch(`${ports.baseUrl ?? ''}${path}`, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(epoch === undefined ? {} : { [ApiHeaders.epoch]: epoch }),
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
