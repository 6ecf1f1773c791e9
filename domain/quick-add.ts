import { QUANTITY_MAX } from './trolly.ts'

export type QuickLine = {
  text: string
  code: string
  quantity: number
  refused: 'not_whole' | 'too_few' | 'too_many' | null
}

/** `10234 6`, `6 x 10234`, `10234;6`, `10234<tab>6`, `10234`. Parses impossible quantities too, to name the fault. */
export const parseQuickLine = (line: string): QuickLine | null => {
  const text = line.trim()
  let refused: QuickLine | null = null
  for (const { pattern, code, quantity } of FORMS) {
    const match = pattern.exec(text)
    if (!match) continue
    const found = match[code] ?? ''
    const many = quantity === null ? 1 : Number((match[quantity] ?? '').replace(',', '.'))
    const line = { text, code: found, quantity: many, refused: whyRefused(many) }
    // Another form may give a valid quantity: in `10234 x 6` the first number is the code.
    if (line.refused === null) return line
    refused ??= line
  }
  return refused
}

export const parseQuickLines = (text: string): { text: string; line: QuickLine | null }[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ text: line.trim(), line: parseQuickLine(line) }))

const whyRefused = (quantity: number): QuickLine['refused'] => {
  if (!Number.isInteger(quantity)) return 'not_whole'
  if (quantity > QUANTITY_MAX) return 'too_many'
  return quantity < 1 ? 'too_few' : null
}

const CODE = '([A-Za-z0-9][A-Za-z0-9._/-]*)'
const MANY = '(-?\\d+(?:[.,]\\d+)?)'

/** The first of two bare numbers is the code. Adjacent parts share no characters, so long pasted lines take linear time. */
const FORMS: { pattern: RegExp; code: number; quantity: number | null }[] = [
  { pattern: new RegExp(`^${MANY}\\s*[x×*]\\s+${CODE}$`, 'i'), code: 2, quantity: 1 },
  {
    pattern: new RegExp(`^${CODE}(?:\\s*[,;]\\s*|\\s+)(?:[x×*]\\s*)?${MANY}$`, 'i'),
    code: 1,
    quantity: 2,
  },
  { pattern: new RegExp(`^${CODE}$`), code: 1, quantity: null },
]
