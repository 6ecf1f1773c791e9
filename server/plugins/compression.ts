import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fp from 'fastify-plugin'

/** Smaller replies fit a packet or two. */
const THRESHOLD_BYTES = 2_048

/** For generated replies; the client's files are compressed at build time. Request bodies must be plain. */
export const compression = fp(
  async (app) => {
    await app.register(compress, {
      threshold: THRESHOLD_BYTES,
      encodings: ['br', 'gzip'],
      // 4 of 11: a tenth of the time for a few per cent more bytes.
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
      globalDecompression: false,
    })
  },
  { name: 'compression' },
)
