import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { inlineScriptHashes } from '#server/plugins/security-headers.ts'
import { testDatabase } from '#tests/support/database.ts'

const INDEX =
  '<!doctype html><script>colour()</script><script type="module" src="/assets/app-1a2b3c.js"></script>'
const SCRIPT = `console.log(${JSON.stringify('a'.repeat(2_000))})`

const clientFolder = mkdtempSync(join(tmpdir(), 'trolly-client-'))
const { database } = await testDatabase()
for (const [name, text] of Object.entries({
  'index.html': INDEX,
  'sw.js': '/* worker */',
  'manifest.webmanifest': '{}',
  'builds/latest.json': '{"id":"1"}',
  'assets/app-1a2b3c.js': SCRIPT,
  // Left by tools.
  '.vite/manifest.json': 'secret',
  '.env': 'secret',
  'assets/.hidden.js': 'secret',
  'assets/app-1a2b3c.js.map': 'secret',
})) {
  const file = join(clientFolder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  writeFileSync(`${file}.br`, brotliCompressSync(text))
  writeFileSync(`${file}.gz`, gzipSync(text))
}
const app = await buildApp({
  config: { ...readConfig({}), env: 'test', trustProxy: 1 },
  database,
  log: false,
  clientFolder,
  // Without the renderer every address gets index.html.
  renderer: join(clientFolder, 'none.js'),
})

afterAll(async () => {
  await app.close()
  rmSync(clientFolder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the built client', () => {
  it('is cached for ever if its name contains a hash', async () => {
    const { headers } = await get('/assets/app-1a2b3c.js')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toContain('javascript')
  })

  it.each(['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/builds/latest.json'])(
    'is revalidated at %s, and not sent again while unchanged',
    async (url) => {
      const { headers, statusCode } = await get(url)
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('no-cache')
      expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    },
  )

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent precompressed as %s', async (encoding, decompress) => {
    const reply = await get('/assets/app-1a2b3c.js', { 'accept-encoding': encoding })
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers.vary).toContain('accept-encoding')
    expect(reply.rawPayload.length).toBeLessThan(200)
    expect(decompress(reply.rawPayload).toString()).toBe(SCRIPT)
  })

  it('is sent uncompressed to clients that accept no compression', async () => {
    const reply = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'identity' })
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.payload).toBe(SCRIPT)
  })
})

describe('an address without a file', () => {
  it.each([
    '/home',
    '/home/',
    '/orders/create-0190',
    '/orders/create/search/product-AB.12',
    '/orders/placed-orders',
    '/payments/payment-0190',
    '/sign-up',
  ])('returns the app when a person opens %s', async (url) => {
    const reply = await get(url, NAVIGATION)
    expect(reply.statusCode).toBe(200)
    expect(reply.payload).toBe(INDEX)
    expect(reply.headers['cache-control']).toBe('no-cache')
  })

  it.each(['/no/such/place', '/orders/such-orders', '/orders/create-', '/wp-login.php'])(
    'returns the app as 404 at %s, whose page says that there is nothing',
    async (url) => {
      const etag = String((await get('/')).headers.etag)
      for (const headers of [NAVIGATION, { ...NAVIGATION, 'if-none-match': etag }]) {
        const reply = await get(url, headers)
        expect([reply.statusCode, reply.payload]).toEqual([404, INDEX])
      }
    },
  )

  it.each([
    '/.vite/manifest.json',
    '/.env',
    '/assets/.hidden.js',
    '/assets/app-1a2b3c.js.map',
    '/%2evite/manifest.json',
  ])('is not found although there is a file: %s', async (url) => {
    for (const headers of [{}, { 'accept-encoding': 'br' }, NAVIGATION]) {
      const reply = await get(url, headers)
      expect(reply.statusCode).toBe(404)
      expect(reply.payload).not.toContain('secret')
    }
  })

  it.each([
    ['/assets/app-gone.js', NAVIGATION],
    ['/builds/meta/gone.json', NAVIGATION],
    ['/api/no-such-call', NAVIGATION],
    ['/picture.png', { accept: 'image/avif,image/webp,*/*' }],
    ['/%2e%2e/%2e%2e/package.json', {}],
    ['/..%2f..%2fpackage.json', {}],
  ])('is not found at %s', async (url, headers) => {
    const reply = await get(url, headers)
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.statusCode).toBeLessThan(500)
    expect(reply.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    expect(reply.payload).not.toContain('<!doctype')
  })

  it('sends on whoever shares a list without a worker to receive it', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/orders?open=shared',
      headers: { ...NAVIGATION, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\n10234 6\r\n--x--\r\n',
    })
    expect([reply.statusCode, reply.headers.location, reply.payload]).toEqual([303, '/orders', ''])
  })

  it('refuses writing methods and OPTIONS', async () => {
    for (const method of ['POST', 'OPTIONS'] as const) {
      const reply = await app.inject({ method, url: '/home', headers: NAVIGATION })
      expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD'])
      expect(reply.json()).toMatchObject({ code: 'method_not_allowed' })
    }
  })
})

describe('the security headers', () => {
  it('allow only our own origin and the page’s own inline script', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    // WebAssembly reads barcodes.
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${inlineScriptHashes(INDEX)[0]};`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("'unsafe-eval'")
    expect(/script-src[^;]*unsafe-inline/.test(policy)).toBe(false)
  })

  it('allow a page the camera, for barcodes, the microphone, for dictation, and no other sensor of the device', async () => {
    const policy = String((await get('/')).headers['permissions-policy'])
    expect(policy).toBe('camera=(self), geolocation=(), microphone=(self), payment=(self)')
  })

  it('hash exactly the text between the tags', () => {
    // printf 'a()' | openssl dgst -sha256 -binary | base64
    expect(inlineScriptHashes('<script>a()</script><script src="/b.js"></script>')).toEqual([
      "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='",
    ])
  })

  it('require https only if the browser used it', async () => {
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined()
    expect((await get('/', { 'x-forwarded-proto': 'https' })).headers['strict-transport-security']).toContain(
      'max-age=31536000',
    )
  })
})
