import { MEASURE_UNITS } from '#domain/folded-text.ts'

/** "330" is said for "330ml" and "12" for "pack of 12". */
export const measuresOfNumber = (word: string): string[] =>
  /^\d{1,4}$/.test(word) ? MEASURE_UNITS.map((unit) => `${word}${unit}`) : []

export const isSize = (word: string): boolean => /^\d/.test(word) || CONTAINERS.has(word)

const CONTAINERS: ReadonlySet<string> = new Set(
  'bottle bottles box boxes can cans carton cartons case cases catering jar jars multipack pack packet packets pouch sachet sachets tin tins tub tubs'.split(
    ' ',
  ),
)
