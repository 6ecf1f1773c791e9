import type { ComponentType } from 'react'
import type { ParamsOf } from '#domain/route-match.ts'
import { lazyWithReload } from '#src/features/updates/reload.ts'

/** anon: visitors only · user: signed in · public: anyone · none: its calls decide (specification section 2). */
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
  /** The specification's pattern, also used in acl_routes_available. */
  path: string
  access: Access
  layout: LayoutName
  /** Until it is built the route shows "Page Not Found" and has no link. */
  Screen?: ComponentType<Record<string, string>>
  load?: () => Promise<unknown>
  values?: readonly string[]
  place?: Place
  /** The page whose part it is, which decides who may open it. */
  partOf?: string
}

/** Where a person finds the page: by a link on another, or in the menu. Shown to those who may open it. */
export type Place = { under: '/orders' | 'Distribution' | 'Reports' | 'Maintenance'; label: string }

export type ScreenImport<Path extends string> = () => Promise<{ Screen: ComponentType<ParamsOf<Path>> }>

/** The screen's module exports `Screen`, which gets the pattern's parameters as props. */
export function route<Path extends string>(
  path: Path,
  access: Access,
  layout: LayoutName,
  screen?: ScreenImport<Path>,
): Route {
  if (!screen) return { path, access, layout }
  const lazy = lazyWithReload(async () => (await screen()).Screen as ComponentType<Record<string, string>>)
  return { path, access, layout, ...lazy }
}

export const linksUnder = (routes: readonly Route[], under: string): { label: string; to: string }[] =>
  routes.flatMap(({ path, place }) => (place?.under === under ? [{ label: place.label, to: path }] : []))
