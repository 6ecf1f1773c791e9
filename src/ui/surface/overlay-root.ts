/** While a sheet is open the page (#root) is inert, which traps focus and screen readers; messages stay usable. */
const open: HTMLElement[] = []

/** Disables all other sheets until the returned function is called. */
export function takeOver(element: HTMLElement): () => void {
  open.push(element)
  applyInertness()
  return () => {
    open.splice(open.indexOf(element), 1)
    applyInertness()
  }
}

/** Esc closes only the top sheet. */
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
