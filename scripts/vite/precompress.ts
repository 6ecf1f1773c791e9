import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { afterBuild } from './after-build.ts'

const COMPRESSIBLE = new Set([
  '.js',
  '.css',
  '.html',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.xml',
  '.map',
])
/** A smaller reply fits one packet either way, so a second file on disk would be useless. */
export const SMALLEST_WORTHWHILE_BYTES = 1024

/** Writes `.br` and `.gz` beside every file of the build that they make smaller, for the server to send unchanged. */
export function precompress(): Plugin {
  // After the worker and the build record, which are also written at the end of the build.
  return afterBuild('trolly:precompress', precompressFolder, 'post')
}

/** Compresses the files in `folder`. Returns the paths that got compressed copies. */
export async function precompressFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  const done = await Promise.all(files.map(async (file) => ((await compressFile(file)) ? [file] : [])))
  return done.flat().sort()
}

async function compressFile(file: string): Promise<boolean> {
  const content = await readFile(file)
  if (content.length < SMALLEST_WORTHWHILE_BYTES) return false
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  if (br.length >= content.length || gz.length >= content.length) return false
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  return true
}
