import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SnapshotHead } from './downloads.repository.ts'
import { readSnapshot, type Snapshot, snapshotText } from './snapshot.ts'

/** Raised when a row comes to hold more: devices then read everything anew. */
const DOWNLOAD_FORMAT = 1

/**
 * What a cursor is good for: one list of one database in this format, and only as long as nothing is deleted from it.
 * Another's is as good as none.
 */
export const scopeOf = ({ epoch, deletion }: SnapshotHead, list: string): string =>
  createHash('sha256')
    .update(JSON.stringify([DOWNLOAD_FORMAT, epoch, deletion, list]))
    .digest('base64url')
    .slice(0, 16)

/** Signed, so that nobody can make up cursors whose replies were never made before. */
export const cursorText = ({ secret, snapshot }: SnapshotHead, scope: string): string => {
  const text = `${scope}.${snapshotText(snapshot)}`
  return `${text}.${signatureOf(secret, text)}`
}

/**
 * What the holder of a cursor has seen; undefined where the cursor cannot serve: not signed by this database's servers (also
 * those of earlier builds), of another scope, or of a future that a restored database has not reached.
 */
export const readCursor = (
  text: string | undefined,
  scope: string,
  head: SnapshotHead,
): Snapshot | undefined => {
  const [, signed = '', ofScope, seen = '', signature = ''] =
    /^(([\w-]{16})\.([\d:,]+))\.([\w-]{22})$/.exec(text ?? '') ?? []
  if (ofScope !== scope) return undefined
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(head.secret, signed))))
    return undefined
  const snapshot = readSnapshot(seen)
  return snapshot === undefined || snapshot.xmax > head.snapshot.xmax ? undefined : snapshot
}

/** 128 bits. */
const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`cursor ${text}`).digest('base64url').slice(0, 22)
