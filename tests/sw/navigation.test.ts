import { describe, expect, it } from 'vitest'
import { NOT_THE_PAGE } from '#sw/navigation.ts'

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
