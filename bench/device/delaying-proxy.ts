import { setTimeout as delay } from 'node:timers/promises'
import { passOn, type Relay, startRelay } from '#e2e/support/relay.ts'

/**
 * Delays every reply to the page, so that a request takes a round trip however near the server is. The server's own time is
 * recorded separately.
 */
export type DelayingProxy = Relay & {
  /** Delay from now on. */
  setRoundTrip: (ms: number) => void
  /** Forgets the recorded requests. */
  begin: () => void
  /** Since `begin`: each request's path, and the server's time to the last byte. */
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
