import { foldText } from '#domain/folded-text.ts'
import type { Searchable } from './searchable.ts'

/** In grams or millilitres: the trade's large tin holds 2.5 kg. */
const LEAST_CONTENT = 2_500
const WORDS = /(?<!\p{L})(?:catering|food\s?service|bulk|drum|keg|bag in box)(?!\p{L})/u

/** A kitchen's pack, not a household's. */
export const isCateringPack = ({
  name,
  pack,
  unit,
  unitCount,
  contentAmount,
}: Pick<Searchable, 'name' | 'pack' | 'unit' | 'unitCount' | 'contentAmount'>): boolean =>
  (unit === 'case' && unitCount > 1) ||
  (contentAmount !== null && contentAmount >= LEAST_CONTENT) ||
  WORDS.test(foldText(`${name} ${pack}`))
