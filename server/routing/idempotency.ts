import { createHash } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import {
  claim,
  type KeptReply,
  keepAndCommit,
  type RecordId,
  undoAndClaim,
} from '#server/db/idempotency-records.ts'
import { type Connection, withConnection } from '#server/db/transaction.ts'
import { Refusal } from './refusal.ts'

/**
 * Runs a mutation at most once per key. Change and reply share a transaction, so a caller that lost the reply gets it
 * by repeating the bytes. A refusal undoes earlier writes and is kept alone. Replies not about the request itself (who
 * asks, load, our faults) are not kept, so it may be retried.
 */

export type Attempt = {
  userId: string
  key: string
  method: string
  url: string
  bodyText: string
}

/** Status and text of the reply. */
export type Work = {
  status: number
  body: string
  /** Writes whose results nobody needs: sent with the record and the commit. */
  lastWrites: (() => Promise<unknown>)[]
}

/** `kept` replies are the same bytes for every repeat. */
export type Answer = { status: number; body: string; kept: boolean; refusal?: Refusal }

/** Never kept, nor is any 5xx. */
const NEVER_KEPT: ReadonlySet<number> = new Set([401, 403, 408, 424, 425, 429])

export const runOnce = (
  database: Database,
  attempt: Attempt,
  work: (connection: Connection) => Promise<Work>,
): Promise<Answer> => {
  const id = recordIdOf(attempt)
  const fingerprint = fingerprintOf(attempt)
  return withConnection(database, async (connection) => {
    const claimed = await claim(connection, id)
    const earlier = claimed.got ? earlierAnswer(claimed.kept, fingerprint) : IN_PROGRESS
    if (earlier !== undefined) return await end(connection, earlier)

    let done: Work
    try {
      done = await work(connection)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return await refuse(connection, id, fingerprint, error)
    }
    const { status, body, lastWrites } = done
    await keepAndCommit(connection, id, { fingerprint, status, reply: body }, lastWrites)
    return { status, body, kept: true }
  })
}

async function refuse(
  connection: Connection,
  id: RecordId,
  fingerprint: Buffer,
  refusal: Refusal,
): Promise<Answer> {
  const answer = answerOf(refusal)
  if (NEVER_KEPT.has(refusal.status) || refusal.status >= 500) return await end(connection, answer)
  // The key is free between the two transactions: a taker in that gap decides.
  const claimed = await undoAndClaim(connection, id)
  const earlier = claimed.got ? earlierAnswer(claimed.kept, fingerprint) : IN_PROGRESS
  if (earlier !== undefined) return await end(connection, earlier)
  await keepAndCommit(connection, id, { fingerprint, status: answer.status, reply: answer.body })
  return { ...answer, kept: true }
}

function earlierAnswer(kept: KeptReply | undefined, fingerprint: Buffer): Answer | undefined {
  if (kept === undefined) return undefined
  if (!kept.fingerprint.equals(fingerprint)) return answerOf(new Refusal('key_reused'))
  return { status: kept.status, body: kept.reply, kept: true }
}

const answerOf = (refusal: Refusal): Answer => ({
  status: refusal.status,
  body: JSON.stringify(refusal.reply),
  kept: false,
  refusal,
})

/** By the time the client retries, the first has been answered. */
const IN_PROGRESS = answerOf(new Refusal('in_progress', { retryAfterSeconds: 1 }))

async function end(connection: Connection, answer: Answer): Promise<Answer> {
  await connection.$client.query('ROLLBACK')
  return answer
}

/**
 * Identifies a request by method, target as sent and body bytes, separated by line breaks, which the first two cannot
 * contain. Excludes If-Match, as devices keep headers with their bytes.
 */
const fingerprintOf = ({ method, url, bodyText }: Attempt): Buffer =>
  createHash('sha256').update(`${method}\n${url}\n`).update(bodyText, 'utf8').digest()

function recordIdOf({ userId, key }: Attempt): RecordId {
  const lower = key.toLowerCase()
  const lock = createHash('sha256').update(`${userId} ${lower}`).digest().readBigInt64BE(0)
  return { userId, key: lower, lock }
}
