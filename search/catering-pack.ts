import { foldText } from '#domain/folded-text.ts'
import type { Searchable } from './searchable.ts'

/** In grams or millilitres: the trade's large tin holds 2.5 kg. */
const LEAST_CONTENT = 2_500
const WORDS = /(?<!\p{L})(?:catering|food\s?service|bulk|drum|keg|bag in box)(?!\p{L})/u

/** Eggs are sold to households by the dozen, and to kitchens by the tray. */
const LEAST_COUNT = 30

/** A kitchen's pack, not a household's. What is sold by weight is cut or caught for the trade. */
export const isCateringPack = ({
  name,
  pack,
  unit,
  unitCount,
  contentAmount,
  catchWeight,
}: Pick<Searchable, 'name' | 'pack' | 'unit' | 'unitCount' | 'contentAmount' | 'catchWeight'>): boolean =>
  catchWeight ||
  unitCount >= LEAST_COUNT ||
  (unit === 'case' && unitCount > 1) ||
  (contentAmount !== null && contentAmount >= LEAST_CONTENT) ||
  WORDS.test(foldText(`${name} ${pack}`))
