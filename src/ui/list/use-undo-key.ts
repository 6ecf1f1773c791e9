import { useWindowEvent } from '@mantine/hooks'

/** Ctrl+Z, unless a text field or a message on screen uses it. On window, which runs after the app's shortcuts on document. */
export const useUndoKey = (enabled: boolean, undo: () => void): void => {
  useWindowEvent('keydown', (event) => {
    if (!enabled || event.defaultPrevented || event.key !== 'z' || event.shiftKey) return
    if (!event.ctrlKey && !event.metaKey) return
    const { target } = event
    const isText = target instanceof Element && target.matches('input, textarea, select')
    if (isText && !target.matches('[data-row-target="quantity"]')) return
    event.preventDefault()
    undo()
  })
}
