export type Shortcut = { keys: string; label: string; run: () => void }

/** Longest gap between the keys of a sequence. */
export const SEQUENCE_MS = 1200

export type KeyPress = {
  key: string
  /** Ctrl, Alt or Cmd is held: the key belongs to the browser or the device. */
  modified: boolean
  typing: boolean
  atMs: number
}

/** Reads single keys and sequences of two ("g h"); ignores keys typed into text. */
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

/** A quantity box takes only digits, so letters and signs in it are shortcuts. */
export function isTextEntry(element: EventTarget | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  if (element.matches(QUANTITY_BOX)) return false
  if (element.isContentEditable || element.matches('textarea, select')) return true
  return element.matches(
    'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])',
  )
}

/** Set by src/ui/list/quantity-box.tsx. */
const QUANTITY_BOX = '[data-row-target="quantity"]'
