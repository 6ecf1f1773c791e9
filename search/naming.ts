import { foldText, joinMeasures, wordsIn } from '#domain/folded-text.ts'
import { isCateringPack } from './catering-pack.ts'
import { FILLERS } from './query.ts'
import { remembered } from './remembered.ts'
import type { Searchable } from './searchable.ts'
import { formsOf } from './word-forms.ts'

/** The head of a name ("Ham Sandwich" is a sandwich) and of a category ("Plant-based milks" are milks). */

const NAME_PART_ENDS = /\s*[,;:([|•·]\s*|\s[-–—/+]\s|\s(?:with|in|for|from|made|style|flavou?r|flavou?red)\s/u
/** "Butter & spread", "Pickles, olives and peppers" */
const CATEGORY_PARTS = /\s*[,&/+]\s*|\sand\s/u

const PAIR = /(?<![\p{L}\p{N}])([\p{L}\p{N}]+)\s*(?:&|\sand|\sn)\s+(?!\1\s*$)[\p{L}\p{N}]+\s*$/u

type Named = Pick<Searchable, 'name' | 'brand' | 'category' | 'group' | 'department'>
type Packed = Parameters<typeof isCateringPack>[0]

export const nameHeadsOf = (product: Named): string[] => {
  const brand = brandIn(product)
  for (const part of foldText(product.name).split(NAME_PART_ENDS)) {
    const last = tellingWords(part)
      .filter((word) => !brand.has(word))
      .at(-1)
    if (last !== undefined) return PAIR.test(part) ? [] : [last]
  }
  return []
}

export const categoryHeadsOf = (product: Named): readonly string[] => headsOfCategory(leafOf(product))

/**
 * Words beyond brand, sizes and fillers; the brand's weigh least, so that "Lemon" precedes "Fanta Lemon". A household's pack
 * weighs as much as a word: more, and bulk deals of peanut butter would come before butter. Of two as long, the kitchen's
 * pack comes first.
 */
export const nameLengthOf = (product: Named & Packed): number => {
  const brand = brandIn(product)
  const words = [...new Set(tellingWords(foldText(product.name)))]
  const brandWords = words.filter((word) => brand.has(word)).length
  const others = Math.min(WORDS_MAX, words.length - brandWords)
  const household = isCateringPack(product) ? 0 : 1
  return 2 * ((others + household) * BRAND_WORDS_MAX + Math.min(BRAND_WORDS_MAX - 1, brandWords)) + household
}

/** Words beyond those of the brand, of a length as above. */
export const tellingWordsOf = (nameLength: number): number => {
  const household = nameLength % 2
  return Math.floor(nameLength / (2 * BRAND_WORDS_MAX)) - household
}

const WORDS_MAX = 15
const BRAND_WORDS_MAX = 4

const leafOf = ({ category, group, department }: Omit<Named, 'name' | 'brand'>): string =>
  category || group || department

/** The brand's words in a name. Not turkey for "Jennie-O Turkey Store", nor a category's word: "Perry's Ice Cream". */
function brandIn({ name, brand, ...categories }: Named): ReadonlySet<string> {
  const brandWords = plainWords(brand)
  if (brandWords.length === 0) return NO_WORDS
  const inName = new Set(wordsIn(foldText(name)))
  const ofCategory = categoryWords(leafOf(categories))
  const end = brandWords.findIndex((word) => !inName.has(word))
  return new Set(brandWords.slice(0, end === -1 ? undefined : end).filter((word) => !ofCategory.has(word)))
}

const NO_WORDS: ReadonlySet<string> = new Set()
const plainWords = remembered((text) => wordsIn(foldText(text)))
const categoryWords = remembered(
  (text): ReadonlySet<string> => new Set(plainWords(text).flatMap((word) => [word, ...formsOf(word)])),
)
const headsOfCategory = remembered((text): readonly string[] =>
  foldText(text)
    .split(CATEGORY_PARTS)
    .flatMap((part) => wordsIn(part).slice(-1)),
)

const tellingWords = (folded: string): string[] =>
  wordsIn(joinMeasures(folded)).filter((word) => !FILLERS.has(word) && !/^\d/.test(word))
