const REMEMBERED_MAX = 5_000

/** Brands and categories repeat, and are most of the work of a document. */
export const remembered = <Made>(make: (text: string) => Made): ((text: string) => Made) => {
  const known = new Map<string, Made>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = make(text)
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(text, made)
    return made
  }
}
