import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SnapshotHead } from './downloads.repository.ts'
import { readSnapshot, type Snapshot, snapshotText } from './snapshot.ts'

/** Raise it when rows gain fields, so that devices download again. */
const DOWNLOAD_FORMAT = 1

/** A cursor serves one list of one database in this format, until a deletion. */
export const scopeOf = ({ epoch, deletion }: SnapshotHead, list: string): string =>
  createHash('sha256')
    .update(JSON.stringify([DOWNLOAD_FORMAT, epoch, deletion, list]))
    .digest('base64url')
    .slice(0, 16)

/** Signed, so that nobody can force the making of new replies with invented cursors. */
export const cursorText = ({ secret, snapshot }: SnapshotHead, scope: string): string => {
  const text = `${scope}.${snapshotText(snapshot)}`
  return `${text}.${signatureOf(secret, text)}`
}

/** A crash of PostgreSQL gives at most some hundred numbers out again, of transactions that had not reached the disk. */
const NUMBERS_AFTER_CRASH = 1_000n

/**
 * What the cursor's holder has seen; undefined if it cannot serve: another signature, another scope, or a future lost
 * in a crash. `restored`: more than a crash loses, so the database has gone back.
 */
export const readCursor = (
  text: string | undefined,
  scope: string,
  head: SnapshotHead,
): Snapshot | 'restored' | undefined => {
  const [, signed = '', ofScope, seen = '', signature = ''] =
    /^(([\w-]{16})\.([\d:,]+))\.([\w-]{22})$/.exec(text ?? '') ?? []
  if (ofScope !== scope) return undefined
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(head.secret, signed))))
    return undefined
  const snapshot = readSnapshot(seen)
  const lead = snapshot === undefined ? 0n : snapshot.xmax - head.snapshot.xmax
  if (lead > NUMBERS_AFTER_CRASH) return 'restored'
  return lead > 0n ? undefined : snapshot
}

const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`cursor ${text}`).digest('base64url').slice(0, 22)
