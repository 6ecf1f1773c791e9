import { useLayoutEffect, useRef } from 'react'

/**
 * A page that replaces another at the same address starts at its top, as after a navigation.
 *
 * @param page which page is shown; undefined until that is known
 */
export const useTopOfPage = (page: string | undefined): void => {
  const before = useRef(page)
  useLayoutEffect(() => {
    if (page === undefined) return
    if (before.current !== undefined && before.current !== page) window.scrollTo(0, 0)
    before.current = page
  }, [page])
}
