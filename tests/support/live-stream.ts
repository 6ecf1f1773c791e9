import { request } from 'node:http'
import { onTestFinished } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { type LiveNews, live } from '#contract/live.ts'

export type TestStream = {
  status: number
  headers: Record<string, unknown>
  /** Everything received, as text. */
  text: () => string
  /** All messages so far. */
  news: LiveNews[]
  /** The next message that matches, of those that no earlier call has passed. */
  next: (matches: (news: LiveNews) => boolean) => Promise<LiveNews>
  /** Resolves when the server ends it. */
  ended: Promise<void>
  leave: () => void
}

const WITHIN_MS = 5_000

/** Opens a live stream, as a device does; closed with the test. */
export const openStream = (
  port: number,
  { token, customerId }: { token: string; customerId: string },
): Promise<TestStream> =>
  new Promise((resolve, reject) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path: pathOf(live.follow, {}, { customerId }),
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      let text = ''
      const news: LiveNews[] = []
      let passed = 0
      let heard = () => {}
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        news.splice(0, news.length, ...messagesIn(text))
        heard()
      })
      const ended = new Promise<void>((done) => {
        response.on('close', () => done())
        response.on('error', () => done())
      })
      const next: TestStream['next'] = (matches) =>
        new Promise((found, missed) => {
          const timer = setTimeout(() => missed(new Error(`Not told: ${text}`)), WITHIN_MS)
          heard = () => {
            for (; passed < news.length; ) {
              const each = news[passed] as LiveNews
              passed += 1
              if (!matches(each)) continue
              clearTimeout(timer)
              found(each)
              heard = () => {}
              return
            }
          }
          heard()
        })
      const stream: TestStream = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        news,
        next,
        ended,
        leave: () => asked.destroy(),
      }
      // A refusal is short.
      if (stream.status === 200) resolve(stream)
      else void ended.then(() => resolve(stream))
    })
    onTestFinished(() => void asked.destroy())
    asked.end()
  })

const messagesIn = (text: string): LiveNews[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .filter((part) => part.startsWith('data: '))
    .map((part) => JSON.parse(part.slice('data: '.length)) as LiveNews)
