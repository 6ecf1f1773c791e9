/** Keys that work anywhere in the app, and what they do, as the list behind `?` shows them. */
export type Shortcut = { keys: string; label: string; run: () => void }

/** A second key must follow the first within this time. */
export const SEQUENCE_MS = 1200

export type KeyPress = {
  key: string
  /** Whether Ctrl, Alt or Cmd is held: then it is the browser's or the device's key. */
  modified: boolean
  /** Whether the key goes into a text. */
  typing: boolean
  atMs: number
}

/**
 * Follows key presses and answers the shortcut that one completes. Single keys and sequences of two ("g h"). Keys that go
 * into a text are none of its business.
 */
export function createShortcutReader() {
  let first: { key: string; atMs: number } | undefined
  return (press: KeyPress, shortcuts: readonly Shortcut[]): Shortcut | undefined => {
    const before = first && press.atMs - first.atMs <= SEQUENCE_MS ? first.key : undefined
    first = undefined
    if (press.modified || press.typing) return undefined
    const sequence = before === undefined ? press.key : `${before} ${press.key}`
    const found = shortcuts.find(({ keys }) => keys === sequence)
    if (!found && shortcuts.some(({ keys }) => keys.startsWith(`${press.key} `))) {
      first = { key: press.key, atMs: press.atMs }
    }
    return found
  }
}

/** Whether an element takes typed text. A quantity box takes digits alone, so letters and signs pressed in it are shortcuts. */
export function isTextEntry(element: EventTarget | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  if (element.matches(QUANTITY_BOX)) return false
  if (element.isContentEditable || element.matches('textarea, select')) return true
  return element.matches(
    'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])',
  )
}

/** Marked so by src/ui/list/quantity-box.tsx. */
const QUANTITY_BOX = '[data-row-target="quantity"]'
