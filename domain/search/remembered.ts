const REMEMBERED_MAX = 5_000

/** For texts that come over and over, as brands and categories do: most of the work of a document is in them. */
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
