import { lazyWithReload } from '#src/features/updates/reload.ts'

/** Comes after a trolly, so that its script is not part of what opens one. */
export const { Screen: PlacedPage, load: loadPlacedPage } = lazyWithReload(
  async () => (await import('./placed-page.tsx')).PlacedPage,
)
