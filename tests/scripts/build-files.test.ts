import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterEach, describe, expect, it } from 'vitest'
import { buildRecord } from '#scripts/vite/build-record.ts'
import { precompress, precompressFolder, SMALLEST_WORTHWHILE_BYTES } from '#scripts/vite/precompress.ts'
import { isNewerBuildThere } from '#src/api/build-check.ts'

const folders: string[] = []
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
})

describe('the build record', () => {
  it('names the same build in the page, the marker and the record, as the build check reads them', async () => {
    const app = await newApp()
    const { id } = await app.build()
    expect(id).toMatch(/^[0-9a-f]{16}$/)
    const isNewerThan = (buildId: string) =>
      isNewerBuildThere({
        buildId,
        fetchFile: async (path) => new Response(await app.read(path)),
        nowMs: 0,
        memory: { read: async () => undefined, write: async () => {} },
      })
    expect([await isNewerThan(id), await isNewerThan('0')]).toEqual([false, true])
    expect(JSON.parse(await app.read(`builds/meta/${id}.json`))).toMatchObject({ id, version: '9.8.7' })
  })

  it('lists the chunks and their dependencies', async () => {
    const app = await newApp()
    const { id } = await app.build()
    const { chunks } = JSON.parse(await app.read(`builds/meta/${id}.json`))
    const lazy = chunks.find(({ module }: { module?: string }) => module === 'route.js')
    expect(lazy.kind).toBe('lazy')
    expect((await app.read(lazy.file)).length).toBe(lazy.bytes)
    const [entry] = chunks.filter(({ kind }: { kind: string }) => kind === 'entry')
    expect(lazy.imports).toContain(entry.file)
  })

  it('keeps its id while nothing changes', async () => {
    const app = await newApp()
    expect((await app.build()).id).toBe((await app.build()).id)
  })

  it('seals only the page that the worker may keep', async () => {
    const app = await newApp()
    const { sealPage } = await app.build()
    const entry = { url: 'index.html', revision: 'r', size: 1 }
    const hash = createHash('sha384')
      .update(await app.bytes('index.html'))
      .digest('base64')
    expect(sealPage([entry, { ...entry, url: 'icons/a.svg' }]).manifest).toEqual([
      { ...entry, integrity: `sha384-${hash}` },
      { ...entry, url: 'icons/a.svg' },
    ])
  })

  it.each([
    ['a chunk', 'route.js', 'import { say } from "./main.js"; say("another route")'],
    [
      'the page',
      'index.html',
      '<!doctype html><title>New</title><script type="module" src="./main.js"></script>',
    ],
    ['a public file', 'public/robots.txt', 'User-agent: *'],
    ["the worker's code", 'sw/sw.ts', 'addEventListener("fetch", () => {})'],
  ])('gets another id when %s changes', async (_, file, content) => {
    const app = await newApp()
    const before = await app.build()
    await app.write(file, content)
    expect((await app.build()).id).not.toBe(before.id)
  })
})

describe('compressed copies', () => {
  it('hold the same bytes as the file beside them', async () => {
    const app = await newApp()
    await app.write('public/long.txt', 'trolly '.repeat(1000))
    await app.build()
    const content = Buffer.from(await app.read('long.txt'))
    expect(brotliDecompressSync(await app.bytes('long.txt.br'))).toEqual(content)
    expect(gunzipSync(await app.bytes('long.txt.gz'))).toEqual(content)
  })

  it('are not made of small or compressed files, or if they are no smaller', async () => {
    const folder = await newFolder()
    const noise = crypto.getRandomValues(new Uint8Array(4096))
    await writeFile(join(folder, 'small.js'), 'x'.repeat(SMALLEST_WORTHWHILE_BYTES - 1))
    await writeFile(join(folder, 'enough.js'), 'x'.repeat(SMALLEST_WORTHWHILE_BYTES))
    await writeFile(join(folder, 'picture.png'), 'x'.repeat(9999))
    await writeFile(join(folder, 'noise.json'), noise)
    expect(await precompressFolder(folder)).toEqual([join(folder, 'enough.js')])
    expect((await readdir(folder)).sort()).toEqual(
      ['enough.js', 'enough.js.br', 'enough.js.gz', 'noise.json', 'picture.png', 'small.js'].sort(),
    )
  })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trolly-build-'))
  folders.push(folder)
  return folder
}

async function newApp() {
  const root = await newFolder()
  const write = async (file: string, content: string) => {
    await mkdir(join(root, file, '..'), { recursive: true })
    await writeFile(join(root, file), content)
  }
  await write(
    'index.html',
    '<!doctype html><title>App</title><script type="module" src="./main.js"></script>',
  )
  await write('main.js', 'export const say = (text) => document.body.append(text); import("./route.js")')
  await write('route.js', 'import { say } from "./main.js"; say("a route")')
  await write('sw/sw.ts', '')

  const bytes = (path: string) => readFile(join(root, 'dist', path))
  const read = async (path: string) => String(await bytes(path))
  return {
    write,
    bytes,
    read,
    async build() {
      const record = buildRecord({ version: '9.8.7', workerSources: [join(root, 'sw')] })
      await build({
        root,
        configFile: false,
        logLevel: 'error',
        build: { outDir: 'dist' },
        plugins: [record.stampPlugin, record.writePlugin, precompress()],
      })
      const id = /<meta name="build" content="([^"]*)">/.exec(await read('index.html'))?.[1]
      if (id === undefined) throw new Error('The page has lost its build id')
      return { id, sealPage: record.sealPage }
    },
  }
}
