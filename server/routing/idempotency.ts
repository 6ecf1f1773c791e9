import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import {
  type Claim,
  claim,
  type KeptReply,
  keepAndCommit,
  type RecordId,
  undo,
  undoAndClaim,
} from '#server/db/idempotency-records.ts'
import type { Connection } from '#server/db/transaction.ts'
import { Refusal } from './refusal.ts'

/**
 * What is kept under a key. Change and reply share a transaction, so a caller that lost the reply gets it by repeating
 * the bytes. A refusal undoes earlier writes and is kept alone. Replies not about the request itself (who asks, load,
 * our faults) are not kept, so it may be retried.
 */

export type Keyed = {
  userId: string
  key: string | undefined
  method: string
  /** The path as sent, with its query. */
  url: string
  bodyText: string
}

/** `kept` replies are the same bytes for every repeat. */
export type Answer = { status: number; body: string; kept: boolean; refusal?: Refusal }

export type KeyRecord = { id: RecordId; fingerprint: Buffer }

/** Never kept, nor is any 5xx. */
const NEVER_KEPT: ReadonlySet<number> = new Set([401, 403, 408, 424, 425, 429])

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Identifies a request by method, target as sent and body bytes, separated by line breaks, which the first two cannot
 * contain. Excludes If-Match, as devices keep headers with their bytes. A call without a key is new, so it gets one that
 * nobody can repeat.
 * @throws Refusal `key_missing` for a key that is no UUID
 */
export const recordOf = ({ userId, key = uuidv7(), method, url, bodyText }: Keyed): KeyRecord => {
  if (!UUID.test(key)) throw new Refusal('key_missing')
  const lower = key.toLowerCase()
  return {
    // By the key alone: two users who send the same change at once must not both find that nobody has made it.
    id: { userId, key: lower, lock: sha256(lower).readBigInt64BE(0) },
    fingerprint: sha256(`${method}\n${url}\n${bodyText}`),
  }
}

/** Begins the transaction; ends it where the caller has an answer under the key, which is then the result. */
export const claimKey = async (
  connection: Connection,
  record: KeyRecord,
): Promise<{ earlier: Answer } | { ofOthers: readonly KeptReply[] }> => {
  const claimed = await claim(connection, record.id)
  const earlier = earlierAnswer(claimed, record)
  if (earlier) return { earlier: await endWith(connection, earlier) }
  return { ofOthers: claimed.got ? claimed.ofOthers : [] }
}

/**
 * The answer to a change of a row that another user has sent under the same key: the same to the same bytes, refusals included,
 * because whoever was refused has decided what to do instead. The caller must have access to the row.
 * @param subjectId the row's: a change of another row is none of the caller's. A reply to a change names its row
 */
export const answerOfOthers = (
  ofOthers: readonly KeptReply[],
  { fingerprint }: KeyRecord,
  subjectId: string,
): Answer | undefined => {
  const same = ofOthers.find((kept) => kept.fingerprint.equals(fingerprint))
  if (same) return { status: same.status, body: same.reply, kept: true }
  const isReused = ofOthers.some(({ status, reply }) => status === 200 && reply.includes(subjectId))
  return isReused ? answerOf(new Refusal('key_reused')) : undefined
}

/** @param lastWrites whose results nobody needs: sent with the record and the commit */
export const keepReply = async (
  connection: Connection,
  { id, fingerprint }: KeyRecord,
  { body, lastWrites }: { body: string; lastWrites: (() => Promise<unknown>)[] },
): Promise<Answer> => {
  await keepAndCommit(connection, id, { fingerprint, status: 200, reply: body }, lastWrites)
  return { status: 200, body, kept: true }
}

/** Undoes the change. The key is free between the two transactions: a taker in that gap decides. */
export const keepRefusal = async (
  connection: Connection,
  record: KeyRecord,
  refusal: Refusal,
): Promise<Answer> => {
  const answer = answerOf(refusal)
  const { status, body: reply } = answer
  if (NEVER_KEPT.has(status) || status >= 500) return await endWith(connection, answer)
  const earlier = earlierAnswer(await undoAndClaim(connection, record.id), record)
  if (earlier !== undefined) return await endWith(connection, earlier)
  await keepAndCommit(connection, record.id, { fingerprint: record.fingerprint, status, reply })
  return { ...answer, kept: true }
}

function earlierAnswer(claimed: Claim, { fingerprint }: KeyRecord): Answer | undefined {
  if (!claimed.got) return IN_PROGRESS
  const { kept } = claimed
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

/** The first has been answered by the time the client retries. */
const IN_PROGRESS = answerOf(new Refusal('in_progress', { retryAfterSeconds: 1 }))

/** Ends the transaction without its writes. */
export async function endWith(connection: Connection, answer: Answer): Promise<Answer> {
  await undo(connection)
  return answer
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
