import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { testDatabase } from '#tests/support/database.ts'

const SHELL = `<!doctype html><html><head>
<title>Trolly</title>
<meta
  name="description"
  content="Order" />
<script type="module" crossorigin src="/assets/index.js"></script>
<link rel="modulepreload" crossorigin href="/assets/app.js">
<link rel="stylesheet" crossorigin href="/assets/app.css"></head><body>
<div id="root"></div></body></html>`

/** Returns its own request, and fails on demand. */
const RENDERER = `let renders = 0
export const renderPage = async (path, { general }) => {
  if (general.company_name === 'Broken') throw new Error('cannot be rendered')
  if (path !== '/' && path !== '/maintenance') return undefined
  renders += 1
  const words = path === '/' ? { title: 'Order · ' + general.company_name, description: 'All "you" need' } : {}
  return { markup: '<h1>' + general.company_name + ' ' + renders + '</h1>', styles: ':root{--bar:red}', screen: 'src/screens/index.tsx', ...words }
}`

const folder = mkdtempSync(join(tmpdir(), 'trolly-pages-'))
const clientFolder = join(folder, 'client')
const renderer = join(folder, 'render-page.mjs')
const MANIFEST = {
  'src/screens/index.tsx': {
    file: 'assets/screens.js',
    css: ['assets/screens.css'],
    imports: ['_app.js', '_forms.js'],
  },
  '_app.js': { file: 'assets/app.js', css: ['assets/app.css'] },
  '_forms.js': { file: 'assets/forms.js', css: ['assets/forms.css'], imports: ['_app.js'] },
}
for (const [name, text] of Object.entries({
  'client/index.html': SHELL,
  'client/.vite/manifest.json': JSON.stringify(MANIFEST),
  'render-page.mjs': RENDERER,
})) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
const { database } = await testDatabase()
const app = await buildApp({
  config: { ...readConfig({}), env: 'test' },
  database,
  log: false,
  clientFolder,
  renderer,
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const companyIs = (company_name: string) =>
  database.$client.query(
    `INSERT INTO settings (name, value) VALUES ('company', $1) ON CONFLICT (name) DO UPDATE SET value = $1`,
    [JSON.stringify({ general: { company_name } })],
  )
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html', ...headers } })

beforeEach(() => companyIs('Harbour Foods'))

describe('a visitor page', () => {
  it('has its markup, colours and configuration, and links the files it needs beyond the shell', async () => {
    const reply = await get('/')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(reply.payload).toMatch(/<div id="root" data-rendered><h1>Harbour Foods \d+<\/h1><\/div>/)
    expect(reply.payload).toContain('<style>:root{--bar:red}</style></head>')
    for (const file of ['app', 'screens', 'forms'])
      expect(
        reply.payload.split(`<link rel="stylesheet" crossorigin href="/assets/${file}.css">`),
      ).toHaveLength(2)
    // Its scripts wait for what is read.
    expect(reply.payload).toContain(
      '<script type="module" fetchpriority="low" crossorigin src="/assets/index.js">',
    )
    for (const file of ['app', 'screens', 'forms'])
      expect(
        reply.payload.split(
          `<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/${file}.js">`,
        ),
      ).toHaveLength(2)
    const [, data = ''] =
      /<script type="application\/json" id="company">(.*?)<\/script>/.exec(reply.payload) ?? []
    expect(JSON.parse(data)).toMatchObject({ app_env: 'test', general: { company_name: 'Harbour Foods' } })
  })

  it('is rendered once, and again when the configuration changes', async () => {
    const first = (await get('/')).payload
    expect((await get('/?from=mail')).payload).toBe(first)
    await companyIs('Quayside')
    expect((await get('/')).payload).toContain('<h1>Quayside')
  })

  it('is revalidated each time, and not sent again while unchanged', async () => {
    const { headers } = await get('/')
    expect(headers['cache-control']).toBe('no-cache')
    expect((await get('/', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    await companyIs('Quayside')
    expect((await get('/', { 'if-none-match': String(headers.etag) })).statusCode).toBe(200)
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent as %s if accepted', async (encoding, decompress) => {
    const reply = await get('/', { 'accept-encoding': encoding })
    expect([reply.headers['content-encoding'], reply.headers.vary]).toEqual([encoding, 'accept-encoding'])
    expect(decompress(reply.rawPayload).toString()).toBe((await get('/')).payload)
  })

  it('cannot be broken out of by a company’s name', async () => {
    await companyIs('</script><script>alert(1)</script>')
    const { payload } = await get('/maintenance')
    const [, data = ''] = /id="company">(.*?)<\/script>/.exec(payload) ?? []
    expect(JSON.parse(data).general.company_name).toBe('</script><script>alert(1)</script>')
  })

  it('has its own title and description, and the address that it is known by', async () => {
    await companyIs('Fish & <Chips>')
    const { payload } = await get('/?from=mail', { host: 'orders.example.com' })
    expect(payload).toContain('<title>Order · Fish &amp; &lt;Chips&gt;</title>')
    expect(payload).toContain('<meta name="description" content="All &quot;you&quot; need">')
    expect(payload).toContain('<link rel="canonical" href="http://orders.example.com/">')
    expect((await get('/maintenance')).payload).not.toContain('canonical')
  })

  it('is rendered for a few of the addresses that requests name, however many there are', async () => {
    const canonical = async (host: string) => /rel="canonical"/.test((await get('/', { host })).payload)
    for (let n = 0; n < 6; n += 1) await canonical(`host-${n}.example.com`)
    expect(await canonical('host-9.example.com')).toBe(false)
    expect(await canonical('host-0.example.com')).toBe(true)
  })

  it('falls back to the app shell if it cannot be rendered, and is retried', async () => {
    await companyIs('Broken')
    expect((await get('/')).payload).toBe(SHELL)
    await companyIs('Mended')
    expect((await get('/')).payload).toContain('<h1>Mended')
  })
})

it('is the app shell at any other address', async () => {
  for (const path of ['/home', '/orders/create-1', '/nowhere']) expect((await get(path)).payload).toBe(SHELL)
  expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(405)
})
