import { describe, expect, it } from 'vitest'
import { findReturn, guard } from '#src/app/guards.ts'
import type { Access } from '#src/app/route.ts'
import type { PageSession } from '#src/app/session.ts'

const OUT: PageSession = { user: undefined }
const signedIn = (...routes: string[]): PageSession => ({
  user: { id: '1', username: 'Sam', acl_routes_available: routes },
})

type Visit = { path?: string; access?: Access; target?: string; state?: unknown; session: PageSession }
const visit = ({ path = '/home', access = 'user', target = path, state = null, session }: Visit) =>
  guard({ route: { path, access }, target, state, session })

const OPEN = undefined

describe('guard', () => {
  it.each<Access>(['public', 'none'])('opens a %s route to anyone, known or not', (access) => {
    for (const session of [OUT, signedIn()]) expect(visit({ access, session })).toEqual(OPEN)
  })

  it('sends a visitor from a signed-in route to the landing page and remembers the target', () => {
    expect(visit({ target: '/orders/create-7?note=1#line', session: OUT })).toEqual({
      to: '/',
      state: { returnTo: '/orders/create-7?note=1#line' },
    })
  })

  it('drops the text and filters of a search that belongs to an ended session', () => {
    const target = '/orders/create/search-7?q=milk&storage_type=frozen'
    const left = visit({ target, state: { searchOf: 's1' }, session: OUT })
    expect(left).toEqual({ to: '/', state: { returnTo: '/orders/create/search-7' } })
    // A link from someone else belongs to no session yet.
    expect(visit({ target, session: OUT })).toMatchObject({ state: { returnTo: target } })
  })

  it('sends a user who has signed in to their target, or home', () => {
    const session = signedIn('/home')
    const landing = { path: '/', access: 'anon' as const, session }
    expect(visit(landing)).toEqual({ to: '/home' })
    expect(visit({ ...landing, state: { returnTo: '/orders/create-7' } })).toEqual({
      to: '/orders/create-7',
    })
  })

  it('opens the public sign-in page only to visitors', () => {
    const signIn = { path: '/auth/sign-in', access: 'public' as const }
    expect(visit({ ...signIn, session: OUT })).toEqual(OPEN)
    expect(visit({ ...signIn, session: signedIn() })).toEqual({ to: '/home' })
    // Reached from a public page, such as a payment.
    const state = { returnTo: '/payments/payment-1' }
    expect(visit({ ...signIn, state, session: signedIn() })).toEqual({ to: '/payments/payment-1' })
  })

  it('sends a different user home after signing in, and the same user back', () => {
    const left: PageSession = { user: undefined, lastUserId: '1' }
    const sent = visit({ target: '/orders/create-7', session: left })
    const state = { returnTo: '/orders/create-7', returnFor: '1' }
    expect(sent).toEqual({ to: '/', state })
    const landing = { path: '/', access: 'anon' as const, state }
    expect(visit({ ...landing, session: signedIn('/home') })).toMatchObject({ to: '/orders/create-7' })
    const other: PageSession = {
      user: { id: '2', username: 'Eve', acl_routes_available: [] },
    }
    expect(visit({ ...landing, session: other })).toEqual({ to: '/home' })
  })

  it('opens a permitted route by its pattern, and otherwise shows that access is denied', () => {
    const session = signedIn('/home', '/orders/create-{id}')
    expect(visit({ path: '/orders/create-{id}', target: '/orders/create-7', session })).toEqual(OPEN)
    expect(visit({ path: '/reports/stock-alerts', session })).toEqual({
      to: '/auth/unauthorised',
    })
  })

  it('always opens the access-denied page to users, but never to visitors', () => {
    expect(visit({ path: '/auth/unauthorised', session: signedIn() })).toEqual(OPEN)
    expect(visit({ path: '/auth/unauthorised', session: OUT })).toMatchObject({ to: '/' })
  })
})

describe('findReturn', () => {
  it.each([
    null,
    undefined,
    'x',
    {},
    { returnTo: 7 },
    { returnTo: 'https://example.com' },
    { returnTo: '//example.com' },
  ])('does not follow %o', (state) => expect(findReturn(state, '1')).toBeUndefined())
})
