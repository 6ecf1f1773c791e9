import { type RefObject, useLayoutEffect } from 'react'

/** Publishes the element's height as a CSS variable. Nested users (a sheet over a sheet) get it back in turn. */
export function useHeightAs(name: `--${string}`, ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const root = document.documentElement.style
    const before = root.getPropertyValue(name)
    const measure = new ResizeObserver(() => root.setProperty(name, `${element.offsetHeight}px`))
    measure.observe(element)
    return () => {
      measure.disconnect()
      if (before) root.setProperty(name, before)
      else root.removeProperty(name)
    }
  }, [name, ref])
}
