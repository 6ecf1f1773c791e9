export const isSize = (word: string): boolean => /^\d/.test(word) || CONTAINERS.has(word)

const CONTAINERS: ReadonlySet<string> = new Set(
  'bottle bottles box boxes can cans carton cartons case cases catering jar jars multipack pack packet packets pouch sachet sachets tin tins tub tubs'.split(
    ' ',
  ),
)
