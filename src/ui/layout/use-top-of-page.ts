import { useLayoutEffect, useRef } from 'react'

/** Scrolls to the top when another page replaces this one at the same address. @param page undefined until known */
export const useTopOfPage = (page: string | undefined): void => {
  const before = useRef(page)
  useLayoutEffect(() => {
    if (page === undefined) return
    if (before.current !== undefined && before.current !== page) window.scrollTo(0, 0)
    before.current = page
  }, [page])
}
