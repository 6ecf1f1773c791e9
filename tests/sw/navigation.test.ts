import { describe, expect, it } from 'vitest'
import { kept, NOT_THE_PAGE } from '#sw/navigation.ts'

const isThePage = (address: string) => !NOT_THE_PAGE.some((pattern) => pattern.test(address))

describe('opening an address offline', () => {
  it.each([
    '/',
    '/home',
    '/orders/create-01890a5d-ac96-774b-bcce-b302099a8057',
    '/orders/create/search-01890a5d',
    '/orders/create/search/product-AB.12',
    '/orders/create/search?text=tea.csv',
    '/maintenance',
    '/assets-of-mine',
    '/?payment_inent_client_secret=pi_1',
  ])('shows the app at %s', (address) => expect(isThePage(address)).toBe(true))

  it.each([
    '/api',
    '/api/openapi.json',
    '/api/order/transaction/active-orders/export-data?v=1',
    '/builds/latest.json',
    '/assets/index-1a2b.js',
    '/icons/trolly.svg',
    '/robots.txt',
    '/statement-2026.PDF',
    '/export.csv?from=1',
  ])('leaves %s to the server', (address) => expect(isThePage(address)).toBe(false))
})

describe('a file of the build', () => {
  const fetched = (path: string, type: string, status = 200) => {
    const response = new Response('', { status, headers: { 'content-type': type } })
    return kept({ request: new Request(`https://trolly.example.com${path}`), response }) === response
  }

  it('is kept as the server sent it', () => {
    expect(fetched('/assets/entry-1a2b3c4d.js', 'text/javascript')).toBe(true)
    expect(fetched('/icons/trolly.svg', 'image/svg+xml')).toBe(true)
    // Sealed by its hash, so no portal's page passes for it.
    expect(fetched('/index.html', 'text/html; charset=utf-8')).toBe(true)
  })

  it('is not kept where a portal answers with its page, or the server with an error', () => {
    expect(fetched('/assets/entry-1a2b3c4d.js', 'text/html')).toBe(false)
    expect(fetched('/manifest.webmanifest', 'text/html; charset=utf-8')).toBe(false)
    expect(fetched('/assets/entry-1a2b3c4d.js', 'text/javascript', 404)).toBe(false)
  })
})
