import type { LayoutName } from '#src/app/route.ts'
import type { Session } from '#src/app/session-context.ts'

export type Layout = {
  top: 'full' | 'brand' | 'none'
  navigation: boolean
  context: boolean
  footer: boolean
  /** narrow 36 rem (forms), middle 64 rem, page 90 rem, full. */
  width: 'narrow' | 'middle' | 'page' | 'full'
}

/** Specification, section 2. */
export const LAYOUTS: Record<LayoutName, Layout> = {
  default: { top: 'full', navigation: true, context: true, footer: false, width: 'page' },
  productsearch: { top: 'full', navigation: true, context: true, footer: false, width: 'full' },
  // One task, so no bottom bar to distract from it.
  checkout: { top: 'full', navigation: false, context: true, footer: false, width: 'middle' },
  catalogue: { top: 'full', navigation: true, context: false, footer: false, width: 'full' },
  anonymous: { top: 'brand', navigation: false, context: false, footer: true, width: 'middle' },
  signup: { top: 'brand', navigation: false, context: false, footer: true, width: 'narrow' },
  error: { top: 'full', navigation: true, context: true, footer: false, width: 'page' },
  bare: { top: 'none', navigation: false, context: false, footer: false, width: 'narrow' },
}

/** Visitors get the anonymous layout; the catalogue keeps its width. */
export function layoutFor(name: LayoutName, session: Session): Layout {
  const layout = LAYOUTS[name]
  if (session.status === 'signed-in' || !layout.navigation) return layout
  return { ...LAYOUTS.anonymous, width: name === 'catalogue' ? layout.width : LAYOUTS.anonymous.width }
}
