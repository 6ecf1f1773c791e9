import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { backoffMs } from '#server/backoff.ts'

/**
 * Tells the other instances on the database that something has changed, and hears it from them, by one connection of its own.
 * A message says nothing more: what has changed is in the rows. So messages may be lost, come late or never arrive, as through a
 * pooler in transaction mode; then each instance finds the changes at its next look.
 */
export type WakeChannel = {
  send: () => void
  close: () => Promise<void>
}

export type WakeChannelPorts = {
  url: string
  /** Another instance has sent, or the connection is there (again) and messages may have been missed. */
  onWake: () => void
  onLost: (error: Error) => void
  onFound: () => void
}

const CHANNEL = 'trolly_changes'
const RETRY = { firstMs: 500, mostMs: 30_000 }
const ANSWER_MS = 5_000
const CLOSE_MS = 300

export const openWakeChannel = ({ url, onWake, onLost, onFound }: WakeChannelPorts): WakeChannel => {
  let client: pg.Client | undefined
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let isUnsent = false
  let isClosed = false

  const lost = (of: pg.Client, error: Error): void => {
    of.connection.stream.destroy()
    if (isClosed || retry !== undefined) return
    if (client === of) client = undefined
    failures += 1
    if (failures === 1) onLost(error)
    retry = setTimeout(connect, backoffMs(failures, RETRY))
    retry.unref()
  }

  const connect = (): void => {
    retry = undefined
    const next = new pg.Client({
      connectionString: url,
      application_name: 'trolly live',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next, new Error('The connection has ended.')))
    next.on('notification', ({ processId }) => {
      // What this instance has sent, it has looked for itself.
      if (processId !== (next as pg.Client & { processID: number }).processID) onWake()
    })
    next
      .connect()
      .then(() => next.query(`LISTEN ${CHANNEL}`))
      .then(() => {
        if (isClosed) return
        client = next
        if (failures > 0) onFound()
        failures = 0
        if (isUnsent) send()
        onWake()
      })
      .catch((error: Error) => lost(next, error))
  }

  const send = (): void => {
    const sender = client
    isUnsent = sender === undefined
    // Alone in its transaction: PostgreSQL lets only one that notifies commit at a time.
    sender?.query('SELECT pg_notify($1, $2)', [CHANNEL, '']).catch((error: Error) => {
      isUnsent = true
      lost(sender, error)
    })
  }
  connect()

  return {
    send,
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      if (client === undefined) return
      await Promise.race([client.end().catch(() => {}), delay(CLOSE_MS, undefined, { ref: false })])
      client.connection.stream.destroy()
    },
  }
}
