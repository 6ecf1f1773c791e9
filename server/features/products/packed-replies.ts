import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, createBrotliDecompress, gzip } from 'node:zlib'
import type { Snapshot } from './snapshot.ts'
import type { Asker, Turns } from './turns.ts'

/**
 * Replies to downloads: large, and the same for everybody who asks within some minutes. Each is read, turned into JSON
 * and compressed once, and kept compressed; of several who ask for one that is being made, all wait for it. However
 * slowly they are read, all readers share the compressed bytes.
 */

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const zip = promisify(gzip)

/** Of what a 12,000 product list is made of, 6 saves 5 % of 5 for a third more time; 9 another 4 % for the double. */
const QUALITY = 6

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

export type PackedReply = {
  /** When what it holds was read. */
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

/** Browsers take Brotli from a secure origin only. */
export const gzipOf = (reply: PackedReply): Promise<Buffer> => {
  reply.gzip ??= decompress(reply.brotli).then((bytes) => zip(bytes, { level: 6 }))
  return reply.gzip
}

/** For a program that takes neither encoding: unpacks no faster than it is read. */
export const plainStreamOf = ({ brotli }: PackedReply): Readable => {
  const unpacking = createBrotliDecompress()
  unpacking.end(brotli)
  return unpacking
}

/** The best of what `Accept-Encoding` allows; none where it names none. */
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
   * The reply under `key`, if `isNewEnough` says so of the one that is kept; otherwise one that is made now.
   * @throws what `make` throws, to all who wait for it; the next call tries again; and what `takeTurn` throws
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
  /** Of Brotli; gzip takes a fifth more, where it is asked for. */
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
        // What was begun before this call may have been read too early for it.
        const made = find(key, isNewEnough) ?? (underWay && (await underWay))
        if (made !== undefined && isNewEnough(made.snapshot)) return made
        // By the time it is this call's turn, another may have made it or begun to.
        const reply = await takeTurn(
          asker,
          async () => find(key, isNewEnough) ?? (making.has(key) ? undefined : await make(key, makeReply)),
        )
        if (reply !== undefined) return reply
      }
    },
  }
}
