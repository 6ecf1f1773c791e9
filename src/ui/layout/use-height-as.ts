import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps the height of what `ref` holds in a variable of the page's style, for others that keep clear of it. One after the
 * other may hold the same variable (a sheet above a sheet): the one before has it again when this one goes.
 */
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
