import { setTimeout as delay } from 'node:timers/promises'
import { passOn, type Relay, startRelay } from '#e2e/support/relay.ts'

/**
 * Lets every reply wait on its way to the page, so that one request and its reply take a round trip however near the
 * server is. What the server took itself is known apart from it.
 */
export type DelayingProxy = Relay & {
  /** From now on. */
  setRoundTrip: (ms: number) => void
  /** Forgets what it has seen. */
  begin: () => void
  /** Since then: each request's path, and how long the server took to its last byte. */
  seen: () => readonly { path: string; serverMs: number }[]
}

export const startDelayingProxy = async (upstream: string): Promise<DelayingProxy> => {
  let roundTripMs = 0
  let seen: { path: string; serverMs: number }[] = []
  const relay = await startRelay((incoming, outgoing) => {
    const begun = performance.now()
    passOn(upstream, { incoming, outgoing }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      seen.push({ path: incoming.url ?? '', serverMs: performance.now() - begun })
      await delay(roundTripMs)
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.end(Buffer.concat(parts))
    })
  })
  return {
    ...relay,
    setRoundTrip: (ms) => {
      roundTripMs = ms
    },
    begin: () => {
      seen = []
    },
    seen: () => seen,
  }
}
