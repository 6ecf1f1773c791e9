/**
 * Open sheets lie in an element of their own beside the page. While one is open the page (#root) is inert: that is the
 * focus trap, done by the browser, for keyboard and screen readers alike. Messages lie beside it too and stay usable, so
 * that an undo offered while a sheet is open can be taken.
 */
const open: HTMLElement[] = []

/** Makes `element` the only sheet that can be used, until the function returned is called. */
export function takeOver(element: HTMLElement): () => void {
  open.push(element)
  applyInertness()
  return () => {
    open.splice(open.indexOf(element), 1)
    applyInertness()
  }
}

/** Whether `element` is the one that can be used now, and so the one that Esc closes. */
export function isOnTop(element: HTMLElement): boolean {
  return open.at(-1) === element
}

function applyInertness(): void {
  document.getElementById('root')?.toggleAttribute('inert', open.length > 0)
  document.documentElement.toggleAttribute('data-sheet-open', open.length > 0)
  for (const [index, element] of open.entries()) {
    element.toggleAttribute('inert', index < open.length - 1)
  }
}
