import { MEASURE_UNITS } from '#domain/folded-text.ts'

const MEASURE = new RegExp(`^\\d+(?:\\.\\d+)?(?:x\\d+(?:\\.\\d+)?)*(?:${MEASURE_UNITS.join('|')})?$`)

/** A number, or how much or how many: "330", "2.5kg", "6x400g", "12pk"; not "7up". */
export const isMeasure = (word: string): boolean => MEASURE.test(word)

/** "330" is said for "330ml" and "12" for "pack of 12". */
export const measuresOfNumber = (word: string): string[] =>
  /^\d{1,4}$/.test(word) ? MEASURE_UNITS.map((unit) => `${word}${unit}`) : []

export const isSize = (word: string): boolean => /^\d/.test(word) || CONTAINERS.has(word)

const CONTAINERS: ReadonlySet<string> = new Set(
  'bottle bottles box boxes can cans carton cartons case cases catering jar jars multipack pack packet packets pouch sachet sachets tin tins tub tubs'.split(
    ' ',
  ),
)
