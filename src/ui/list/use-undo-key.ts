import { useEffect } from 'react'

/** Ctrl+Z, unless a text field or a message on screen uses it. */
export const useUndoKey = (enabled: boolean, undo: () => void): void => {
  useEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key !== 'z' || event.shiftKey) return
      if (!event.ctrlKey && !event.metaKey) return
      const { target } = event
      const isText = target instanceof Element && target.matches('input, textarea, select')
      if (isText && !target.matches('[data-row-target="quantity"]')) return
      event.preventDefault()
      undo()
    }
    // On window, which runs after the app's shortcuts on document.
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [enabled, undo])
}
