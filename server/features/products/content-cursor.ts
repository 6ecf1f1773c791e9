import { createHash } from 'node:crypto'

/** For a download that is sent whole: a hash of the contents, equal on every server that has the same. */
export const contentCursor = (contents: unknown): string =>
  createHash('sha256').update(JSON.stringify(contents)).digest('base64url').slice(0, 22)
