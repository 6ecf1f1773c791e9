import { useMediaQuery } from '@mantine/hooks'

/** 1280 px at the usual font size (specification section 9); larger text gets the smaller layout. */
export const DESK_QUERY = '(min-width: 80em)'

/** Asked at the first render, so that nothing is drawn twice. */
const useMedia = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false })

/** Prefer CSS, unless the markup differs. */
export const useIsDesk = (): boolean => useMedia(DESK_QUERY)

/** Has room for a narrow column beside the page's own: what is beside a list there comes after it on a phone. */
export const useHasColumns = (): boolean => useMedia('(min-width: 62em)')

/** Has room for a panel beside a page of rows. Also in shell.module.css and totals-foot.module.css. */
export const useHasPanel = (): boolean => useMedia('(min-width: 88em)')

export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')
