import { type RefObject, useLayoutEffect } from 'react'

/**
 * Publishes the element's height as a CSS variable, unset while it has none. Nested users (a sheet over a sheet) get it back in
 * turn. Each change restyles the whole page.
 */
export function useHeightAs(name: `--${string}`, ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const root = document.documentElement.style
    const before = root.getPropertyValue(name)
    const measure = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      if (height > 0) root.setProperty(name, `${height}px`)
      else root.removeProperty(name)
    })
    measure.observe(element)
    return () => {
      measure.disconnect()
      if (before) root.setProperty(name, before)
      else root.removeProperty(name)
    }
  }, [name, ref])
}
