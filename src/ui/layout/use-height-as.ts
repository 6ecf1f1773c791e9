import { type RefObject, useLayoutEffect } from 'react'

/**
 * Publishes the element's height as a CSS variable, unset while it has none. Nested users (a sheet over a sheet) get it back in
 * turn.
 * @param reader the page unless given: each change restyles it with everything in it
 */
export function useHeightAs(
  name: `--${string}`,
  ref: RefObject<HTMLElement | null>,
  reader?: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const element = ref.current
    const { style } = (reader ? reader.current : undefined) ?? document.documentElement
    if (!element) return
    const before = style.getPropertyValue(name)
    const measure = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      if (height > 0) style.setProperty(name, `${height}px`)
      else style.removeProperty(name)
    })
    measure.observe(element)
    return () => {
      measure.disconnect()
      if (before) style.setProperty(name, before)
      else style.removeProperty(name)
    }
  }, [name, ref, reader])
}
