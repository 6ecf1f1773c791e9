import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { InlineConfig, LogLevel, Plugin, Rolldown } from 'vite'
import type { BuildChunk, BuildMarker, BuildRecord } from '#domain/builds.ts'
import { afterBuild } from './after-build.ts'

/**
 * Gives the build its id and writes what the hourly build check reads: `builds/latest.json` (the server's current build) and
 * `builds/meta/{id}.json` (its contents). The id is a hash of the output, so that rebuilding the same source is not a new build.
 * The page has it as `<meta name="build">`, not as a constant in the code: that would rename its chunk, and all that import it,
 * in every build.
 */
export function buildRecord(options: { version: string; workerSources: readonly string[] }) {
  const placeholder = 'development'
  let record: BuildRecord | undefined
  let pageIntegrity = ''
  let publicDir = ''
  let root = ''
  let logLevel: LogLevel = 'info'

  const stampPlugin: Plugin = {
    name: 'trolly:build-stamp',
    enforce: 'post',
    configResolved(config) {
      root = config.root
      publicDir = config.publicDir
      logLevel = config.logLevel ?? logLevel
    },
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'build', content: placeholder }, injectTo: 'head' },
    ],
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = Object.values(bundle).find((file) => file.fileName === 'index.html')
        if (page?.type !== 'asset') this.error('The build has no index.html to write the build id into')
        const id = hashOf([...contentsOf(bundle), ...filesUnder([publicDir, ...options.workerSources])])
        const stamp = `<meta name="build" content="${placeholder}">`
        const html = String(page.source)
        if (!html.includes(stamp)) this.error('index.html has lost its <meta name="build">')
        const stamped = html.replace(stamp, stamp.replace(placeholder, id))
        page.source = stamped
        pageIntegrity = `sha384-${createHash('sha384').update(stamped).digest('base64')}`
        const { version } = options
        record = { id, builtAt: new Date().toISOString(), version, chunks: chunksOf(bundle, root) }
      },
    },
  }

  const writePlugin = afterBuild('trolly:build-record', async (outDir) => {
    if (!record) return // the build failed, and Vite says why
    const { id, builtAt } = record
    await mkdir(join(outDir, 'builds/meta'), { recursive: true })
    await writeFile(join(outDir, 'builds/meta', `${id}.json`), JSON.stringify(record))
    await writeFile(join(outDir, 'builds/latest.json'), JSON.stringify({ id, builtAt } satisfies BuildMarker))
  })

  /** The worker is bundled separately, once this build's id is known. */
  const stampWorker = (worker: InlineConfig) => {
    worker.logLevel = logLevel
    worker.define = { ...worker.define, __BUILD_ID__: JSON.stringify(record?.id ?? placeholder) }
    const output = worker.build?.rollupOptions?.output
    if (!output || Array.isArray(output)) throw new Error('The worker is no longer one file of its own')
    // The plugin still requests a single file by an option that the bundler warns about.
    delete output.inlineDynamicImports
    output.codeSplitting = false
  }

  /**
   * The worker accepts this build's page only: otherwise a deployment during its installation would leave it with the next
   * build's page and this one's chunks, which do not fit. Such an installation fails, and the next succeeds.
   */
  const sealPage = (entries: ManifestEntry[]) => ({
    manifest: entries.map((entry) =>
      entry.url === 'index.html' ? { ...entry, integrity: pageIntegrity } : entry,
    ),
    warnings: [],
  })

  return { stampPlugin, writePlugin, stampWorker, sealPage }
}

/** An entry of Workbox's precache manifest. */
type ManifestEntry = { url: string; revision: string | null; size: number; integrity?: string }

type Content = [name: string, content: string | Uint8Array]

const contentsOf = (bundle: Rolldown.OutputBundle): Content[] =>
  Object.values(bundle).map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source])

function filesUnder(folders: readonly string[]): Content[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile())
        .map((name): Content => [name, readFileSync(join(folder, name))]),
    )
}

/** 64 bits are enough, since builds are compared only with their neighbours. */
function hashOf(contents: Content[]): string {
  const hash = createHash('sha256')
  for (const [name, content] of contents.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

const chunksOf = (bundle: Rolldown.OutputBundle, root: string): BuildChunk[] =>
  Object.values(bundle)
    .filter((file) => file.type === 'chunk')
    .map((chunk) => ({
      file: chunk.fileName,
      bytes: Buffer.byteLength(chunk.code),
      kind: chunk.isEntry ? 'entry' : chunk.isDynamicEntry ? 'lazy' : 'shared',
      ...(chunk.facadeModuleId ? { module: relative(root, chunk.facadeModuleId) } : {}),
      imports: chunk.imports,
    }))
