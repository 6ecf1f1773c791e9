/** "Code and how many", typed or pasted: from a list, a mail, a spreadsheet. */

export type QuickLine = { text: string; code: string; quantity: number }

/**
 * One line of text as a product's code (or barcode) and a quantity: `10234 6`, `6 x 10234`, `10234;6`, `10234<tab>6`.
 * Without a number it is one. null: not of that form.
 */
export const parseQuickLine = (line: string): QuickLine | null => {
  const text = line.trim()
  for (const { pattern, code, quantity } of FORMS) {
    const match = pattern.exec(text)
    if (!match) continue
    const found = match[code] ?? ''
    return { text, code: found, quantity: quantity === null ? 1 : Number(match[quantity]) }
  }
  return null
}

export const parseQuickLines = (text: string): { text: string; line: QuickLine | null }[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ text: line.trim(), line: parseQuickLine(line) }))

const CODE = '([A-Za-z0-9][A-Za-z0-9._/-]*)'
const MANY = '([1-9]\\d{0,3})'

/** Tried in order. `6 x 10234` needs its x: of two bare numbers the first is the code. */
const FORMS: { pattern: RegExp; code: number; quantity: number | null }[] = [
  { pattern: new RegExp(`^${MANY}\\s*[x×*]\\s+${CODE}$`, 'i'), code: 2, quantity: 1 },
  {
    pattern: new RegExp(`^${CODE}(?:\\s*[,;\\t]\\s*|\\s+)(?:[x×*]\\s*)?${MANY}$`, 'i'),
    code: 1,
    quantity: 2,
  },
  { pattern: new RegExp(`^${CODE}$`), code: 1, quantity: null },
]
