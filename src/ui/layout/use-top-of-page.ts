import { useLayoutEffect, useRef } from 'react'

/**
 * Another page that comes to stand at the same address begins at its top, like one that was gone to.
 *
 * @param page which one stands here; undefined while that is not known yet
 */
export const useTopOfPage = (page: string | undefined): void => {
  const before = useRef(page)
  useLayoutEffect(() => {
    if (page === undefined) return
    if (before.current !== undefined && before.current !== page) window.scrollTo(0, 0)
    before.current = page
  }, [page])
}
