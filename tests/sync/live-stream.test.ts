import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveNews } from '#contract/live.ts'
import { browserClock } from '#src/sync/engine/browser-ports.ts'
import { LIVE_SILENT_MS, readLive } from '#src/sync/live/live-stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' }

/** A stream whose bytes the test sends. */
const reading = (answer?: Response) => {
  let send: ReadableStreamDefaultController<Uint8Array> | undefined
  const requests: { url: string; init: RequestInit | undefined }[] = []
  const heard = vi.fn()
  const news: LiveNews[] = []
  const leaving = new AbortController()
  const end = readLive(
    {
      fetch: async (url, init) => {
        requests.push({ url: String(url), init })
        if (answer) return answer
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            send = controller
          },
        })
        init?.signal?.addEventListener('abort', () => send?.error(init.signal?.reason))
        return new Response(body, { headers: STREAM })
      },
      clock: browserClock,
      onHeard: heard,
      onNews: (each) => news.push(each),
    },
    { token: 'token-1', customerId: '200101', signal: leaving.signal },
  )
  return {
    end,
    heard,
    news,
    requests,
    leave: () => leaving.abort(),
    say: async (text: string) => {
      await vi.advanceTimersByTimeAsync(0)
      send?.enqueue(new TextEncoder().encode(text))
      await vi.advanceTimersByTimeAsync(0)
    },
    close: () => send?.close(),
  }
}

test('reads messages in whatever pieces they arrive, and what it does not know leaves the rest readable', async () => {
  const { say, news, heard, close, end, requests } = reading()
  await say('data: {"catchUp":true}\n\ndata: {"ord')
  await say('ers":["a"]}\n\n:\n\ndata: {"weather":"wet","viewers":["b"]}\n\ndata: nonsense\n\n')
  expect(news.map((each) => Object.keys(each))).toEqual([['catchUp'], ['orders'], ['viewers']])
  expect(heard).toHaveBeenCalledTimes(2)
  close()
  expect(await end).toEqual({ is: 'ended' })
  expect(requests[0]?.url).not.toContain('token')
  expect(requests[0]?.init?.headers).toMatchObject({ authorization: 'Bearer token-1' })
})

test('without a word, it is held back; silent later, it is lost', async () => {
  const held = reading()
  await vi.advanceTimersByTimeAsync(LIVE_SILENT_MS)
  expect(await held.end).toEqual({ is: 'held' })
  const lost = reading()
  await lost.say(':\n\n')
  await vi.advanceTimersByTimeAsync(LIVE_SILENT_MS)
  expect(await lost.end).toEqual({ is: 'lost' })
})

test('a refusal says for how long, and a portal’s page is one', async () => {
  const refused = reading(new Response('{}', { status: 429, headers: { 'retry-after': '60' } }))
  expect(await refused.end).toEqual({ is: 'refused', status: 429, retryAfterSeconds: 60 })
  const portal = reading(new Response('<html>', { headers: { 'content-type': 'text/html' } }))
  expect(await portal.end).toMatchObject({ is: 'refused', status: 200 })
})

test('ends when the device leaves', async () => {
  const { end, leave, say } = reading()
  await say(':\n\n')
  leave()
  expect(await end).toEqual({ is: 'lost' })
})
