import { describe, expect, it } from 'vitest'
import { productPath } from '#domain/product.ts'
import { findRoute, pathTo } from '#domain/route-match.ts'
import { GUARDED_ROUTES, OPEN_ROUTES } from '#domain/routes.ts'
import type { Access } from '#src/app/route.ts'
import { ROUTES } from '#src/app/routes.tsx'

/** The table of the specification, section 2, unchanged; routes it leaves out need a session. */
const NOT_SIGNED_IN: Record<string, Access> = {
  '/': 'anon',
  '/features': 'public',
  '/information': 'public',
  '/auth/sign-in': 'public',
  '/auth/update-user': 'public',
  '/auth/forgotten-password': 'anon',
  '/auth/password-reset': 'anon',
  '/auth/reset-link-sent': 'anon',
  '/auth/reset-password': 'anon',
  '/unauthorised': 'anon',
  '/rate-limited': 'anon',
  '/maintenance': 'anon',
  '/postcode-request': 'anon',
  '/request': 'anon',
  '/sign-up': 'anon',
  '/product-catalogue': 'anon',
  '/product-catalogue/product-{id}': 'anon',
  '/maintenance/agent-maintenance': 'none',
  '/maintenance/collection-addresses': 'none',
  '/payments/payment-{id}': 'none',
}
/** Within another page, whose list of routes decides. */
const PARTS: Record<string, Access> = { '/orders/relay': 'user', '/orders/templates/count-{id}': 'user' }

describe('the route table', () => {
  it('holds every route of the specification once, with its access', () => {
    const guarded = Object.fromEntries(GUARDED_ROUTES.map((path) => [path, 'user']))
    const expected = { ...NOT_SIGNED_IN, ...PARTS, ...guarded }
    expect(Object.fromEntries(ROUTES.map(({ path, access }) => [path, access]))).toEqual(expected)
    expect(ROUTES).toHaveLength(Object.keys(expected).length)
    expect(Object.keys(NOT_SIGNED_IN).toSorted()).toEqual([...OPEN_ROUTES].toSorted())
  })

  it.each([
    ['/', 'anonymous'],
    ['/auth/forgotten-password', 'anonymous'],
    ['/maintenance', 'anonymous'],
    ['/sign-up', 'signup'],
    ['/other/product-catalogue', 'catalogue'],
    ['/orders/create/search-{id}', 'productsearch'],
    ['/orders/create/search/product-{id}', 'productsearch'],
    ['/orders/create/search/checkout-{id}', 'checkout'],
    ['/auth/maintenance', 'bare'],
  ])('shows %s in the layout %s', (path, layout) => {
    expect(ROUTES.find((route) => route.path === path)?.layout).toBe(layout)
  })

  it.each([
    '/auth/forgotten-password',
    '/auth/maintenance',
    '/auth/password-reset',
    '/auth/reset-link-sent',
    '/auth/reset-password',
    '/auth/unauthorised',
    '/auth/update-user',
    '/maintenance',
    '/rate-limited',
    '/unauthorised',
  ])('has a screen for %s', (path) =>
    expect(ROUTES.find((route) => route.path === path)?.Screen).toBeDefined(),
  )
})

describe('the route of a path', () => {
  const found = (pathname: string) => {
    const match = findRoute(ROUTES, pathname)
    return match && [match.route.path, match.params]
  }

  it.each([
    ['/', '/', {}],
    ['/home/', '/home', {}],
    ['/orders/create-0198c5d2', '/orders/create-{id}', { id: '0198c5d2' }],
    ['/orders/create-a-b-orders', '/orders/create-{id}', { id: 'a-b-orders' }],
    ['/orders/history', '/orders/history', {}],
    ['/orders/history-12', '/orders/history-{id}', { id: '12' }],
    ['/orders/history-orders', '/orders/history-{id}', { id: 'orders' }],
    ['/orders/templates-9', '/orders/templates-{id}', { id: '9' }],
    ['/orders/active-orders', '/orders/active-orders', {}],
    ['/orders/create/search-7', '/orders/create/search-{id}', { id: '7' }],
    ['/orders/create/search/product-100%2F2', '/orders/create/search/product-{id}', { id: '100/2' }],
    ['/orders/create/search/checkout-7', '/orders/create/search/checkout-{id}', { id: '7' }],
    ['/product-catalogue', '/product-catalogue', {}],
    ['/product-catalogue/product-100%2F2', '/product-catalogue/product-{id}', { id: '100/2' }],
    ['/payments/payment-3', '/payments/payment-{id}', { id: '3' }],
  ])('%s is %s', (pathname, path, params) => expect(found(pathname)).toEqual([path, params]))

  it.each([
    '/nothing',
    '/orders/create-',
    '/orders/create',
    '/orders/creates-1',
    '/orders/-orders',
    '/orders/anything-orders',
    '/orders/create/search',
    '/orders/create/search/basket-1',
    '/home/more',
    '/HOME',
    '/%E0%A4%A',
  ])('%s has no route', (pathname) => expect(found(pathname)).toBeUndefined())

  it('accepts a known name of orders, and prefers routes with the same prefix', () => {
    const routes = ROUTES.map((route) =>
      route.path === '/orders/{name}-orders' ? { ...route, values: ['late', 'create-x'] } : route,
    )
    expect(findRoute(routes, '/orders/late-orders')?.params).toEqual({ name: 'late' })
    expect(findRoute(routes, '/orders/create-x-orders')?.route.path).toBe('/orders/create-{id}')
  })
})

describe('pathTo', () => {
  it.each(['A/1 b', 'CO&OP1', 'MINCE 5KG', "O'BRI01", '100%', '%2F', 'A#1?b=c+d', 'A\\B'])(
    'leads back to the same route and parameters with %s',
    (id) => {
      const path = pathTo('/orders/create/search/product-{id}', { id })
      expect(findRoute(ROUTES, path)?.params).toEqual({ id })
      const { pathname, search } = new URL(productPath(id, 'T1'), 'https://trolly.example')
      expect(findRoute(ROUTES, pathname)?.params).toEqual({ id })
      expect(search).toBe('?trolly=T1')
    },
  )
})
