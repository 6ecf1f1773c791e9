import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { aProduct } from '#tests/support/builders.ts'
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
export const readsProducts = (path) => path.startsWith('/product-catalogue/')
const drawn = async (address, reads) => {
  const path = address.split('?')[0]
  const product = await reads.get(path.slice('/product-catalogue/product-'.length))
  return {
    markup: '<h1>' + address + ' ' + product?.name + '</h1>', styles: '', screen: 'src/screens/index.tsx', title: 'Product',
    canonical: path, data: [{ '@type': 'Product', name: '</script>', url: path }],
    replies: [{ path: 'p', reply: product?.name }], isFound: product !== undefined,
  }
}
export const renderPage = async (path, { general }, replies, reads) => {
  if (readsProducts(path)) return drawn(path, reads)
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

describe('the sitemap', () => {
  beforeEach(async () => {
    await database.$client.query('DELETE FROM products')
    await aProduct(database, {
      product_no: 'A&1/2',
      department: 'Dairy & Eggs',
      group: 'Cheese',
      category: 'Soft',
    })
    await aProduct(database, { product_no: 'B2', department: 'Frozen' })
    await aProduct(database, { product_no: 'OLD', department: 'Old', active: false })
  })
  const locationsOf = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location)

  it('names the pages, the places of the catalogue and the products that are sold', async () => {
    const { headers, payload } = await get('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(locationsOf(payload)).toEqual([
      'http://localhost/sitemap-pages.xml',
      'http://localhost/sitemap-products-1.xml',
    ])
    expect(locationsOf((await get('/sitemap-products-1.xml')).payload)).toEqual([
      'http://localhost/product-catalogue/product-A%261%2F2',
      'http://localhost/product-catalogue/product-B2',
    ])
    const places = locationsOf((await get('/sitemap-pages.xml')).payload)
    expect(places).toContain('http://localhost/')
    expect(places.filter((each) => each?.includes('catalogue'))).toEqual([
      'http://localhost/product-catalogue',
      'http://localhost/product-catalogue?department=Dairy+%26+Eggs',
      'http://localhost/product-catalogue?department=Dairy+%26+Eggs&amp;group=Cheese',
      'http://localhost/product-catalogue?department=Dairy+%26+Eggs&amp;group=Cheese&amp;category=Soft',
      'http://localhost/product-catalogue?department=Frozen',
    ])
    expect((await get('/sitemap-products-2.xml')).statusCode).toBe(404)
    expect((await get('/sitemap-products-0.xml')).statusCode).toBe(404)
  })

  it('is named by robots.txt', async () => {
    expect((await get('/robots.txt')).payload).toContain('Sitemap: http://localhost/sitemap.xml')
  })
})

describe('a page of products', () => {
  it('is drawn anew for each address, with what it read', async () => {
    await database.$client.query('DELETE FROM products')
    await aProduct(database, { product_no: 'B2', name: 'Brie' })
    const { statusCode, payload } = await get('/product-catalogue/product-B2?a=1')
    expect(statusCode).toBe(200)
    expect(payload).toContain('<h1>/product-catalogue/product-B2?a=1 Brie</h1>')
    expect(payload).toContain('<link rel="canonical" href="http://localhost/product-catalogue/product-B2">')
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(payload) ?? []
    expect(JSON.parse(data)).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Product', name: '</script>', url: 'http://localhost/product-catalogue/product-B2' },
      ],
    })
    expect(JSON.parse(/id="replies">(.*?)<\/script>/.exec(payload)?.[1] ?? '')).toEqual([
      { path: 'p', reply: 'Brie' },
    ])
  })

  it('is a real 404 that no search engine keeps, if there is no such product', async () => {
    const reply = await get('/product-catalogue/product-NONE')
    expect([reply.statusCode, reply.headers.etag]).toEqual([404, undefined])
    expect(reply.payload).toContain('<meta name="robots" content="noindex">')
    expect(reply.payload).toContain('<h1>/product-catalogue/product-NONE undefined</h1>')
  })
})
