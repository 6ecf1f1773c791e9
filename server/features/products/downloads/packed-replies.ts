import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, createBrotliDecompress, gzip } from 'node:zlib'
import type { Asker, Turns } from '#server/routing/user-turns.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Large download replies shared by everyone for some minutes: read, serialised and compressed once, and kept
 * compressed. Callers wait for one being made, and slow readers share the bytes.
 */

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const zip = promisify(gzip)

/** On a 12,000 product list, 6 saves 5 % over 5 for a third more time; 9 another 4 % for double. */
const QUALITY = 6

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

export type PackedReply = {
  /** When its contents were read. */
  snapshot: Snapshot
  brotli: Buffer
  gzip?: Promise<Buffer>
}

export const pack = async (snapshot: Snapshot, json: string): Promise<PackedReply> => {
  const bytes = Buffer.from(json)
  const brotli = await compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  return { snapshot, brotli }
}

/** Browsers accept Brotli only over https. */
export const gzipOf = (reply: PackedReply): Promise<Buffer> => {
  reply.gzip ??= decompress(reply.brotli).then((bytes) => zip(bytes, { level: 6 }))
  return reply.gzip
}

/** For clients without either encoding: unpacks as it is read. */
export const plainStreamOf = ({ brotli }: PackedReply): Readable => {
  const unpacking = createBrotliDecompress()
  unpacking.end(brotli)
  return unpacking
}

/** The best that `Accept-Encoding` allows. */
export const encodingFor = (accept: string | undefined): Encoding => {
  const allowed = (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((text) => text.trim()))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return ENCODINGS.find((encoding) => allowed.includes(encoding)) ?? 'identity'
}

export type ReplyCache = {
  /**
   * The kept reply if `isNewEnough`, else a new one.
   * @throws the errors of `make`, to all who wait, and of `takeTurn`; the next call tries again
   */
  get: (
    key: string,
    isNewEnough: (snapshot: Snapshot) => boolean,
    asker: Asker,
    make: () => Promise<PackedReply>,
  ) => Promise<PackedReply>
}

export type ReplyCacheOptions = {
  now: () => number
  maxAgeMs: number
  /** Brotli’s bytes; gzip adds a fifth on request. */
  maxBytes: number
  takeTurn: Turns
}

export const replyCache = ({ now, maxAgeMs, maxBytes, takeTurn }: ReplyCacheOptions): ReplyCache => {
  const kept = new Map<string, { reply: PackedReply; madeAt: number }>()
  const making = new Map<string, Promise<PackedReply>>()

  const keep = (key: string, reply: PackedReply): void => {
    kept.delete(key)
    kept.set(key, { reply, madeAt: now() })
    let bytes = [...kept.values()].reduce((sum, entry) => sum + entry.reply.brotli.length, 0)
    for (const [oldest, entry] of kept) {
      if (bytes <= maxBytes) break
      kept.delete(oldest)
      bytes -= entry.reply.brotli.length
    }
  }

  const find = (key: string, isNewEnough: (snapshot: Snapshot) => boolean): PackedReply | undefined => {
    const entry = kept.get(key)
    if (entry === undefined || !isNewEnough(entry.reply.snapshot)) return undefined
    if (now() - entry.madeAt >= maxAgeMs) return undefined
    kept.delete(key)
    kept.set(key, entry)
    return entry.reply
  }

  const make = async (key: string, makeReply: () => Promise<PackedReply>): Promise<PackedReply> => {
    const promise = makeReply()
    making.set(key, promise)
    try {
      const reply = await promise
      keep(key, reply)
      return reply
    } finally {
      making.delete(key)
    }
  }

  return {
    get: async (key, isNewEnough, asker, makeReply) => {
      for (;;) {
        const underWay = making.get(key)
        // One begun before this call may be too old.
        const made = find(key, isNewEnough) ?? (underWay && (await underWay))
        if (made !== undefined && isNewEnough(made.snapshot)) return made
        // Another call may have made it during the wait.
        const reply = await takeTurn(
          asker,
          async () => find(key, isNewEnough) ?? (making.has(key) ? undefined : await make(key, makeReply)),
        )
        if (reply !== undefined) return reply
      }
    },
  }
}
