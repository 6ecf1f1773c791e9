import { INTEGER_AT_MOST } from './cells.ts'

/** `6 × 2.5 kg`, `500g`, `12x330ml`. Anything else is unknown: no unit price is better than a guessed one. */
export type PackContent = {
  unitCount: number
  contentAmount: number | null
  contentMeasure: 'g' | 'ml' | null
}

const MEASURES: Record<string, { measure: 'g' | 'ml'; factor: number }> = {
  g: { measure: 'g', factor: 1 },
  kg: { measure: 'g', factor: 1000 },
  ml: { measure: 'ml', factor: 1 },
  cl: { measure: 'ml', factor: 10 },
  l: { measure: 'ml', factor: 1000 },
  ltr: { measure: 'ml', factor: 1000 },
}
const PACK = /^(?:(\d{1,4}) ?[x×] ?)?(\d{1,5}(?:\.\d{1,3})?) ?(g|kg|ml|cl|l|ltr)$/i

export const packContent = (pack: string): PackContent => {
  const [matched, count = '1', size = '', unit = ''] = PACK.exec(pack) ?? []
  const known = MEASURES[unit.toLowerCase()]
  const unitCount = Number(count)
  if (matched === undefined || known === undefined || unitCount === 0) return NOTHING_KNOWN
  const contentAmount = Math.round(unitCount * Number(size) * known.factor)
  if (contentAmount < 1 || contentAmount > INTEGER_AT_MOST) return NOTHING_KNOWN
  return { unitCount, contentAmount, contentMeasure: known.measure }
}

const NOTHING_KNOWN: PackContent = { unitCount: 1, contentAmount: null, contentMeasure: null }
