export type Pack = {
  count: number
  size: number
  measure: 'g' | 'ml' | 'pieces'
  /** Billed by weight. */
  catchWeight: boolean
  /** The words on one: `2.5 kg`. */
  text: string
}

const FORM = /^(?:(~)|(\d+)x)(\d+(?:\.\d+)?)(kg|g|l|ml|pc)$/
const UNITS = {
  kg: { measure: 'g', factor: 1000 },
  g: { measure: 'g', factor: 1 },
  l: { measure: 'ml', factor: 1000 },
  ml: { measure: 'ml', factor: 1 },
  pc: { measure: 'pieces', factor: 1 },
} as const

/** `6x2.5kg` is a case of six, sold as case and each; `1x10kg` a sack; `~2.5kg` by weight; `10x100pc` pieces. */
export function parsePack(form: string): Pack {
  const [, about, count = '1', size = '', unit = ''] = FORM.exec(form) ?? []
  if (!isUnit(unit)) throw new Error(`Not a pack: ${form}`)
  const { measure, factor } = UNITS[unit]
  const catchWeight = about !== undefined
  return {
    count: catchWeight ? 1 : Number(count),
    size: Math.round(Number(size) * factor),
    measure,
    catchWeight,
    text: textOf(size, unit, catchWeight),
  }
}

function textOf(size: string, unit: keyof typeof UNITS, catchWeight: boolean): string {
  if (unit === 'pc') return size === '1' ? 'each' : `pack of ${size}`
  return `${catchWeight ? 'approx. ' : ''}${size} ${unit}`
}

/** The words on the case: `6 × 2.5 kg`, `10 × 100`, `case of 12`. */
export const casePackText = ({ count, size, measure, text }: Pack): string => {
  if (measure === 'pieces') return size === 1 ? `case of ${count}` : `${count} × ${size}`
  return `${count} × ${text}`
}

const isUnit = (unit: string): unit is keyof typeof UNITS => Object.hasOwn(UNITS, unit)
