import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import type { BuildChunk, BuildRecord } from '#domain/builds.ts'

const root = join(import.meta.dirname, '../..')

/** The build that `npm test` made before the browser tests. */
export const firstBuild = join(root, 'dist/client')

/**
 * Builds the app again, into a separate folder, as if every source file had changed: every chunk gets another name. Returns the
 * folder and how to remove it.
 */
export async function buildAnother(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'trolly-second-build-'))
  await build({
    root,
    logLevel: 'warn',
    plugins: [
      {
        name: 'another-build',
        // A statement, since the minifier would drop a comment.
        renderChunk: (code) => ({ code: `${code}\n;globalThis.isAnotherBuild = true`, map: null }),
      },
    ],
    build: { outDir: folder, emptyOutDir: true },
  })
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

export const buildIdOf = async (folder: string): Promise<string> =>
  JSON.parse(await readFile(join(folder, 'builds/latest.json'), 'utf8')).id

export async function chunksOf(folder: string): Promise<BuildChunk[]> {
  const record: BuildRecord = JSON.parse(
    await readFile(join(folder, `builds/meta/${await buildIdOf(folder)}.json`), 'utf8'),
  )
  return record.chunks
}
