import type { ComponentType } from 'react'
import { lazyWithReload } from '#src/features/updates/lazy-with-reload.ts'
import type { ParamsOf } from './route-match.ts'

/** anon: visitors only · user: signed in · public: anyone · none: unguarded, its calls decide (specification section 2). */
export type Access = 'anon' | 'user' | 'public' | 'none'

export type LayoutName =
  | 'anonymous'
  | 'catalogue'
  | 'checkout'
  | 'default'
  | 'error'
  | 'productsearch'
  | 'signup'
  | 'bare'

export type Route = {
  /** The specification's pattern, which is also what stands in a user's acl_routes_available. */
  path: string
  access: Access
  layout: LayoutName
  /** Absent until the story that builds it: the route then shows "Page Not Found", and no navigation leads to it. */
  Screen?: ComponentType<Record<string, string>>
  /** Fetches the screen ahead of its being shown. */
  load?: () => Promise<unknown>
  values?: readonly string[]
}

/**
 * One row. A screen is a module of its own, loaded when its route is opened; its component is named `Screen` and takes the
 * pattern's parameters as props.
 */
export function route<Path extends string>(
  path: Path,
  access: Access,
  layout: LayoutName,
  screen?: () => Promise<{ Screen: ComponentType<ParamsOf<Path>> }>,
): Route {
  if (!screen) return { path, access, layout }
  const lazy = lazyWithReload(async () => (await screen()).Screen as ComponentType<Record<string, string>>)
  return { path, access, layout, ...lazy }
}
