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
import { Refusal } from '#server/routing/refusal.ts'

/**
 * Runs a mutation at most once for its key. The change and the reply kept for it are one transaction, so a caller that
 * lost the reply asks again with the same bytes and gets it, refusals included; nothing is applied twice.
 *
 * A refusal undoes whatever was written before it and is kept alone. What is not kept says nothing about the request
 * itself (who asks, how busy we are, a fault of ours), so that the same bytes may be tried again.
 */

export type Attempt = {
  userId: string
  key: string
  method: string
  url: string
  bodyText: string
}

/** What the change, made within the connection's transaction, gives: status and text of the reply. */
export type Work = {
  status: number
  body: string
  /** Writes that are left, of which nothing needs the result: they go out with the record and the commit. */
  lastWrites: (() => Promise<unknown>)[]
}

/** What goes to the caller; `kept` replies are the same bytes for every later attempt. */
export type Answer = { status: number; body: string; kept: boolean; refusal?: Refusal }

/** These are never kept; so is no 5xx, which is not even a Refusal. */
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
  // The key is free for a moment between the two transactions: who took it then has the say.
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

/** The client waits and sends the same bytes again; by then the first has been answered. */
const IN_PROGRESS = answerOf(new Refusal('in_progress', { retryAfterSeconds: 1 }))

async function end(connection: Connection, answer: Answer): Promise<Answer> {
  await connection.$client.query('ROLLBACK')
  return answer
}

/**
 * What makes two requests the same one: method, target with its query as sent, and the bytes of the body, each ended by
 * a line break that neither of the first two can hold. If-Match is not in it: a device keeps its headers with its bytes.
 */
const fingerprintOf = ({ method, url, bodyText }: Attempt): Buffer =>
  createHash('sha256').update(`${method}\n${url}\n`).update(bodyText, 'utf8').digest()

function recordIdOf({ userId, key }: Attempt): RecordId {
  const lower = key.toLowerCase()
  const lock = createHash('sha256').update(`${userId} ${lower}`).digest().readBigInt64BE(0)
  return { userId, key: lower, lock }
}
