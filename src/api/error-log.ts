import { pathOf } from '#contract/endpoint.ts'
import { errorLog, type LoggedFailure } from '#contract/error-log.ts'
import { createLogBatches, LOG_CLIENT } from '#domain/error-log/batches.ts'
import { scrubbed } from '#domain/error-log/scrub.ts'
import type { Failure } from './failures.ts'

/**
 * Sends failures to our server in batches, for the company's log service. Not through the API client: a log that is refused
 * or asked to wait must not sign anyone out, nor be noted as one more failure.
 */
export type ErrorLogPorts = {
  /** undefined: the server has not said yet. */
  isOn: () => boolean | undefined
  now: () => number
  post?: (body: string) => Promise<number>
  wait?: (ms: number) => Promise<void>
}

/** Where and to whom it happened. */
type Circumstances = {
  about: Pick<LoggedFailure, 'route' | 'browser' | 'build' | 'userId' | 'accountType'>
  /** The person's token, address and name, wherever a text has them. */
  secrets: readonly string[]
}

/** A call that fails with each render, or a page that asks again and again, is one event a minute. */
const SAME_AGAIN_MS = 60_000
const SAME_KEPT = 100

export const createErrorLog = (
  ports: ErrorLogPorts,
): ((failure: Failure, circumstances: Circumstances) => void) => {
  const { isOn, now, post = postBatch, wait = waitInPage } = ports
  const seenAtMs = new Map<string, number>()
  const { add } = createLogBatches({
    wait,
    send: async (events) => {
      const on = isOn()
      if (on === undefined) throw new Error('The configuration is not known yet.')
      if (!on) return false
      const status = await post(`{"events":[${events.join(',')}]}`)
      if (status >= 500) throw new Error(`The log answered ${status}.`)
      return status < 300
    },
  })

  const isAgain = ({ message, stack = '' }: Failure): boolean => {
    const key = `${message}\n${stack}`
    const isSoon = now() - (seenAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_AGAIN_MS
    if (!isSoon) seenAtMs.set(key, now())
    const [oldest] = seenAtMs.keys()
    if (seenAtMs.size > SAME_KEPT && oldest !== undefined) seenAtMs.delete(oldest)
    return isSoon
  }

  return (failure, { about, secrets }) => {
    if (isOn() === false || isAgain(failure)) return
    const { message, stack, ...rest } = failure
    const event: LoggedFailure = {
      at: new Date(now()).toISOString(),
      ...about,
      ...rest,
      message: cut(scrubbed(message, secrets), 2_000),
      ...(stack !== undefined && { stack: cut(scrubbed(stack, secrets), 16_000) }),
    }
    add(JSON.stringify(event))
  }
}

/** The server refuses half of a character, which a cut may leave, and U+0000. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\0\p{Surrogate}]/gu, '')

/** Browsers send no more than this after the page has closed. */
const KEPT_ALIVE_MAX = 60_000

const postBatch = async (body: string): Promise<number> => {
  const { status } = await fetch(pathOf(errorLog.report), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    keepalive: body.length < KEPT_ALIVE_MAX,
    signal: AbortSignal.timeout(LOG_CLIENT.requestTimeoutMs),
  })
  return status
}

/** Ends early when the page is left, which may be for good, and not before there is a network. */
const waitInPage = async (ms: number): Promise<void> => {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', endIfHidden)
      resolve()
    }
    const endIfHidden = () => {
      if (document.visibilityState === 'hidden') end()
    }
    const timer = setTimeout(end, ms)
    document.addEventListener('visibilitychange', endIfHidden)
  })
  if (!navigator.onLine)
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
}
