import { useEffect } from 'react'

/** Ctrl+Z, where nothing else wanted it: a text that is being typed has its own undo, and so has a message on screen. */
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
    // The window hears of a key after the document, where the app's own shortcuts are.
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [enabled, undo])
}
