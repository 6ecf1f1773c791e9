/**
 * Sends events in batches, as a log client does (specification, section 7). The device sends to our server and the server to the
 * log service by the same rules. Nobody waits for it: what cannot be delivered, or does not fit, is dropped.
 */
export type LogBatches = {
  /** @param event as JSON */
  add: (event: string) => void
}

export const LOG_CLIENT = {
  waitMs: 2_000,
  eventBytesMax: 262_144,
  batchBytesMax: 1024 * 1024,
  requestTimeoutMs: 30_000,
  retries: 5,
  retryDelayMs: 5_000,
}

export type LogBatchesPorts = {
  /** @returns false where the same batch would be refused again. A rejection is no answer: it is tried again. */
  send: (events: readonly string[]) => Promise<boolean>
  wait: (ms: number) => Promise<void>
  /** The most that may wait, in bytes, so that a receiver that is down cannot fill the memory. */
  bytesMax?: number
  /** Events that were not delivered. */
  onDropped?: (count: number) => void
}

export const createLogBatches = (ports: LogBatchesPorts): LogBatches => {
  const { send, wait, bytesMax = LOG_CLIENT.batchBytesMax, onDropped = () => {} } = ports
  const waiting: Sized[] = []
  let waitingBytes = 0
  let isSending = false

  const takeBatch = (): string[] => {
    let bytes = BRACKETS_BYTES
    const end = waiting.findIndex((event) => {
      bytes += event.bytes + COMMA_BYTES
      return bytes > LOG_CLIENT.batchBytesMax
    })
    return waiting.slice(0, end < 0 ? waiting.length : Math.max(end, 1)).map(({ text }) => text)
  }

  const deliver = async (batch: readonly string[]): Promise<boolean> => {
    for (let attempt = 0; attempt <= LOG_CLIENT.retries; attempt += 1) {
      if (attempt > 0) await wait(LOG_CLIENT.retryDelayMs)
      try {
        return await send(batch)
      } catch {
        // The next attempt, or none: dropped.
      }
    }
    return false
  }

  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await wait(LOG_CLIENT.waitMs)
      const batch = takeBatch()
      if (!(await deliver(batch))) onDropped(batch.length)
      for (const { bytes } of waiting.splice(0, batch.length)) waitingBytes -= bytes
    }
    isSending = false
  }

  return {
    add: (text) => {
      const bytes = new TextEncoder().encode(text).length
      if (bytes > LOG_CLIENT.eventBytesMax || waitingBytes + bytes > bytesMax) return onDropped(1)
      waiting.push({ text, bytes })
      waitingBytes += bytes
      if (isSending) return
      isSending = true
      void sendAll()
    },
  }
}

type Sized = { text: string; bytes: number }

/** `{"events":[…]}`, and what separates two of them. */
const BRACKETS_BYTES = 32
const COMMA_BYTES = 1
