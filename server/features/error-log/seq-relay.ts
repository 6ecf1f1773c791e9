import type { FastifyBaseLogger } from 'fastify'
import { createLogBatches, LOG_CLIENT } from '#domain/error-log/batches.ts'
import type { Config } from '#server/config.ts'
import { errorText } from '#server/error-text.ts'

/** Hands events to a Seq-compatible service, one JSON object a line (CLEF). Nothing waits for it, and a restart loses what it holds. */
export type SeqRelay = {
  add: (event: object) => void
  close: () => void
}

type SeqRelayParts = {
  config: Pick<Config, 'seqUrl' | 'seqApiKey'>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  wait?: (ms: number) => Promise<void>
}

/** What a service that is down for a while may cost in memory. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024

/** Undefined where no address is set. */
export const seqRelayOf = ({
  config: { seqUrl, seqApiKey },
  log,
  wait = idleFor,
}: SeqRelayParts): SeqRelay | undefined => {
  if (seqUrl === undefined) return undefined
  const url = `${seqUrl.replace(/\/$/, '')}/api/events/raw?clef`
  const closing = new AbortController()
  let isFailing = false
  const tell = (failure: string | undefined): void => {
    if (failure !== undefined && !isFailing)
      log.warn(`The log service takes no failures of devices: ${failure}`)
    if (failure === undefined && isFailing) log.info('The log service takes failures of devices again')
    isFailing = failure !== undefined
  }

  const post = async (events: readonly string[]): Promise<number> => {
    const response = await fetch(url, {
      method: 'POST',
      // Elsewhere the key is nobody's to see.
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(LOG_CLIENT.requestTimeoutMs)]),
      headers: {
        'content-type': 'application/vnd.serilog.clef',
        ...(seqApiKey !== undefined && { 'x-seq-apikey': seqApiKey }),
      },
      body: events.join('\n'),
    })
    await response.body?.cancel()
    return response.status
  }

  const { add } = createLogBatches({
    bytesMax: WAITING_BYTES_MAX,
    wait,
    send: async (events) => {
      // Rejected, each attempt would be made at once.
      if (closing.signal.aborted) return false
      const status = await post(events).catch((error: unknown) => {
        tell(errorText(error))
        throw error
      })
      const isTaken = status >= 200 && status < 300
      tell(isTaken ? undefined : `it answered ${status}`)
      if (status >= 500 || status === 429) throw new Error(`The log service answered ${status}`)
      return isTaken
    },
  })

  return { add: (event) => add(JSON.stringify(event)), close: () => closing.abort() }
}

/** Keeps no process from ending. */
const idleFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
