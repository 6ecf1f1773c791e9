import { createHash } from 'node:crypto'
import type { SnapshotHead } from './downloads.repository.ts'

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

export const cursorText = (scope: string, xmin: bigint): string => `${scope}.${xmin}`

/**
 * The transaction that a cursor stands for; undefined where it cannot serve: unreadable, of another scope, or of a
 * future that a restored database has not reached.
 */
export const readCursor = (
  text: string | undefined,
  scope: string,
  { xmax }: SnapshotHead,
): bigint | undefined => {
  const [, ofScope, digits] = /^([\w-]{16})\.(\d{1,18})$/.exec(text ?? '') ?? []
  if (ofScope !== scope || digits === undefined) return undefined
  const xmin = BigInt(digits)
  return xmin > xmax ? undefined : xmin
}
