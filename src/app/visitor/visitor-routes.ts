import { route } from '#src/app/route.ts'

/** The server renders these screens (docs/decisions/0018). */
export const VISITOR_ROUTES = [
  route('/', 'anon', 'anonymous', () => import('#src/screens/index.tsx')),
  route('/features', 'public', 'default', () => import('#src/screens/features.tsx')),
  route('/information', 'public', 'default', () => import('#src/screens/information.tsx')),
  route('/auth/sign-in', 'public', 'anonymous', () => import('#src/screens/auth/sign-in.tsx')),
  route('/auth/update-user', 'public', 'default', () => import('#src/screens/auth/update-user.tsx')),
  route(
    '/auth/forgotten-password',
    'anon',
    'anonymous',
    () => import('#src/screens/auth/forgotten-password.tsx'),
  ),
  route('/auth/password-reset', 'anon', 'default', () => import('#src/screens/auth/password-reset.tsx')),
  route('/auth/reset-link-sent', 'anon', 'default', () => import('#src/screens/auth/reset-link-sent.tsx')),
  route('/auth/reset-password', 'anon', 'default', () => import('#src/screens/auth/reset-password.tsx')),
  route('/unauthorised', 'anon', 'default', () => import('#src/screens/unauthorised.tsx')),
  route('/rate-limited', 'anon', 'default', () => import('#src/screens/rate-limited.tsx')),
  route('/maintenance', 'anon', 'anonymous', () => import('#src/screens/maintenance.tsx')),
  route('/postcode-request', 'anon', 'default', () => import('#src/screens/postcode-request.tsx')),
  route('/request', 'anon', 'default', () => import('#src/screens/request.tsx')),
  route('/sign-up', 'anon', 'signup', () => import('#src/screens/sign-up.tsx')),
  route('/product-catalogue', 'anon', 'catalogue', () => import('#src/screens/product-catalogue.tsx')),
  route(
    '/product-catalogue/product-{id}',
    'anon',
    'catalogue',
    () => import('#src/screens/product-catalogue/product.tsx'),
  ),
]
