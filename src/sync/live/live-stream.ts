import { createParser } from 'eventsource-parser'
import { pathOf } from '#contract/endpoint.ts'
import { LIVE_BEAT_MS, LiveNews, live } from '#contract/live.ts'
import { parsedJson, readReply } from '#src/api/read-reply.ts'
import type { Clock } from '#src/sync/engine/ports.ts'

/** A stream that says nothing for so long is dead, or a proxy holds back what it says. */
export const LIVE_SILENT_MS = 2 * LIVE_BEAT_MS

/** How a stream ended. `held`: it never said a word, so something between here and the server holds it back. */
export type LiveEnd =
  | { is: 'ended' }
  | { is: 'lost' }
  | { is: 'held' }
  | { is: 'refused'; status: number; retryAfterSeconds: number | undefined }

export type LiveStreamPorts = {
  fetch: typeof fetch
  clock: Clock
  /** Also of comments, which say that the stream is alive. */
  onHeard: () => void
  onNews: (news: LiveNews) => void
}

/** Reads one stream to its end. By `fetch`, because an EventSource would need the token in the address. */
export const readLive = async (
  { fetch, clock, onHeard, onNews }: LiveStreamPorts,
  { token, customerId, signal }: { token: string; customerId: string; signal: AbortSignal },
): Promise<LiveEnd> => {
  const silence = new AbortController()
  let hasHeard = false
  let callOff = clock.after(LIVE_SILENT_MS, () => silence.abort())
  const parser = createParser({
    onEvent: ({ data }) => {
      const news = readReply(LiveNews, parsedJson(data)) as LiveNews | undefined
      if (news) onNews(news)
    },
  })
  try {
    const response = await fetch(pathOf(live.follow, {}, { customerId }), {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !isStream(response)) return refusalOf(response)
    for await (const text of textsOf(response)) {
      callOff()
      callOff = clock.after(LIVE_SILENT_MS, () => silence.abort())
      hasHeard = true
      onHeard()
      parser.feed(text)
    }
    return { is: 'ended' }
  } catch {
    return { is: silence.signal.aborted && !hasHeard ? 'held' : 'lost' }
  } finally {
    callOff()
    // Else a stream that is not read to its end would stay open.
    silence.abort()
  }
}

/** A captive portal answers everything with a page of its own. */
const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

const refusalOf = ({ status, headers }: Response): LiveEnd => {
  const seconds = Number(headers.get('retry-after'))
  return { is: 'refused', status, retryAfterSeconds: seconds > 0 ? seconds : undefined }
}

async function* textsOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}
