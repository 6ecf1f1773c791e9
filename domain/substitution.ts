import type {
  AddedAllergens,
  DeclaredAllergens,
  LineTerms,
  SubstitutionChoice,
  TakeSubstitute,
} from './line-terms.ts'
import { ALLERGENS, type Allergen, type Product, type ProductFacts } from './product.ts'

/**
 * What may come instead of a product that is short: which products are alternatives, how their allergens differ, and what a
 * customer agreed to in advance. The device and the server decide by the same functions (docs/decisions/0048).
 */

export type AllergenDifference = AddedAllergens & {
  /** The original has them, the substitute does not, or at a lower level. */
  removed: Allergen[]
}

/** An original whose allergens are not known counts as free of them, so that all of the substitute's are added. */
export const allergenDifference = (
  original: DeclaredAllergens | null,
  substitute: DeclaredAllergens,
): AllergenDifference => {
  const unknown = !isDeclared(substitute)
  const named = allergensOf(original, substitute)
  const levels = named.map((allergen) => ({
    allergen,
    before: levelIn(original, allergen),
    after: levelIn(substitute, allergen),
  }))
  const risen = levels.filter(({ before, after }) => after > before)
  return {
    contains: risen.filter(({ after }) => after === CONTAINS).map(({ allergen }) => allergen),
    mayContain: risen.filter(({ after }) => after === MAY_CONTAIN).map(({ allergen }) => allergen),
    unknown,
    // Nothing is known to be missing from a substitute that does not declare everything.
    removed: unknown
      ? []
      : levels.filter(({ before, after }) => after < before).map(({ allergen }) => allergen),
  }
}

export const needsConfirmation = ({ contains, mayContain, unknown }: AddedAllergens): boolean =>
  contains.length > 0 || mayContain.length > 0 || unknown

/** Confirming that something contains an allergen covers that it may; never the other way round. */
export const isConfirmed = (added: AddedAllergens, confirmed: AddedAllergens): boolean =>
  added.contains.every((allergen) => confirmed.contains.includes(allergen)) &&
  added.mayContain.every(
    (allergen) => confirmed.contains.includes(allergen) || confirmed.mayContain.includes(allergen),
  ) &&
  (!added.unknown || confirmed.unknown)

export const NOTHING_CONFIRMED: AddedAllergens = { contains: [], mayContain: [], unknown: false }

/** Whether a choice that was sent has the fields of its kind, as one shape carries all kinds. */
export const isWhole = (choice: SubstitutionChoice): boolean => {
  const { kind, product_no, seen, confirmed } = choice as Partial<TakeSubstitute>
  const fields = [product_no, seen, confirmed]
  return fields.every((field) => (field !== undefined) === (kind === 'take'))
}

export const takeSubstitute = (
  { product_no, name, pack, pricePence, contains, mayContain }: Product,
  confirmed: AddedAllergens,
): TakeSubstitute => ({
  kind: 'take',
  product_no,
  seen: { name, pack, pricePence, contains, mayContain },
  confirmed,
})

export const isSameTerms = (one: LineTerms, other: LineTerms): boolean =>
  (one.note ?? '') === (other.note ?? '') && isSameChoice(one.substitution, other.substitution)

/** Field by field, as databases keep the fields of an object in an order of their own. */
const isSameChoice = (one?: SubstitutionChoice | null, other?: SubstitutionChoice | null): boolean => {
  if (one?.kind !== other?.kind) return false
  if (one?.kind !== 'take' || other?.kind !== 'take') return true
  return JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other))
}

const fieldsOf = ({ product_no, seen, confirmed }: TakeSubstitute): unknown[] => [
  product_no,
  [seen.name, seen.pack, seen.pricePence, seen.contains, seen.mayContain],
  [confirmed.contains, confirmed.mayContain, confirmed.unknown],
]

/** Why a substitute can no longer come as agreed. */
export type BrokenAgreement = 'gone' | 'dearer' | 'allergens'

/** @param substitute as it is now; null: no longer sold to this customer @param original null: not known */
export const brokenAgreement = (
  { seen, confirmed }: TakeSubstitute,
  original: DeclaredAllergens | null,
  substitute: Product | null,
): BrokenAgreement | undefined => {
  if (substitute === null || substitute.pricePence === null) return 'gone'
  if (!isConfirmed(allergenDifference(original, substitute), confirmed)) return 'allergens'
  return seen.pricePence === null || substitute.pricePence > seen.pricePence ? 'dearer' : undefined
}

/** What the alternatives of a product are found by. A device keeps it with a line, as withdrawn products leave its list. */
export type OriginalProduct = DeclaredAllergens &
  Pick<
    ProductFacts,
    | 'product_no'
    | 'name'
    | 'category'
    | 'unit'
    | 'unitCount'
    | 'contentAmount'
    | 'contentMeasure'
    | 'catchWeight'
    | 'estimatedWeightGrams'
    | 'minimumAge'
  >

export type Alternative = { product: Product; difference: AllergenDifference }

/** A bigger or smaller pack than these is another purchase, not a substitute. */
const PACKS_APART_MAX = 2

/**
 * The best first: nothing to confirm, bought before, the nearest pack, the cheapest content.
 * @param purchased numbers of products that the customer has bought
 */
export const alternativesTo = (
  original: OriginalProduct,
  candidates: readonly Product[],
  purchased: ReadonlySet<string>,
): Alternative[] =>
  candidates
    .filter((candidate) => isAlternative(original, candidate))
    .map((product) => ({ product, difference: allergenDifference(original, product) }))
    .map((alternative) => ({ alternative, rank: rankOf(original, alternative, purchased) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ alternative }) => alternative)

export const isAlternative = (original: OriginalProduct, candidate: Product): boolean =>
  candidate.product_no !== original.product_no &&
  original.category !== '' &&
  candidate.category === original.category &&
  candidate.unit === original.unit &&
  candidate.catchWeight === original.catchWeight &&
  (candidate.minimumAge === null || original.minimumAge !== null) &&
  candidate.pricePence !== null &&
  candidate.stockQuantity > 0 &&
  packsApart(original, candidate) <= PACKS_APART_MAX

/** How many times the one pack is the other; 1 for equal ones. Without a content, equal counts are as near as is known. */
const packsApart = (one: PackFacts, other: PackFacts): number => {
  const [a, b] = [contentOf(one), contentOf(other)]
  if (a === null || b === null) return one.unitCount === other.unitCount ? PACKS_APART_MAX : Infinity
  if (measureOf(one) !== measureOf(other)) return Infinity
  return Math.max(a, b) / Math.min(a, b)
}

type PackFacts = Pick<
  OriginalProduct,
  'unitCount' | 'contentAmount' | 'contentMeasure' | 'catchWeight' | 'estimatedWeightGrams'
>

const contentOf = ({ catchWeight, estimatedWeightGrams, contentAmount }: PackFacts): number | null =>
  catchWeight ? estimatedWeightGrams : contentAmount

const measureOf = ({ catchWeight, contentMeasure }: PackFacts) => (catchWeight ? 'g' : contentMeasure)

const rankOf = (
  original: OriginalProduct,
  { product, difference }: Alternative,
  purchased: ReadonlySet<string>,
): number[] => [
  Number(needsConfirmation(difference)),
  Number(!purchased.has(product.product_no)),
  packsApart(original, product),
  (product.pricePence ?? Infinity) / (product.catchWeight ? 1 : (product.contentAmount ?? 1)),
  product.salesRank,
]

const compareRanks = (one: readonly number[], other: readonly number[]): number =>
  one.map((rank, at) => rank - (other[at] ?? 0)).find((apart) => apart !== 0) ?? 0

const isDeclared = ({ contains, mayContain }: DeclaredAllergens): boolean =>
  contains !== null && mayContain !== null

const [MAY_CONTAIN, CONTAINS] = [1, 2]

const levelIn = (declared: DeclaredAllergens | null, allergen: Allergen): number =>
  declared?.contains?.includes(allergen)
    ? CONTAINS
    : declared?.mayContain?.includes(allergen)
      ? MAY_CONTAIN
      : 0

/** In the order of the list; names of a newer server come last, as none may be dropped. */
const allergensOf = (...declared: readonly (DeclaredAllergens | null)[]): Allergen[] => [
  ...new Set([
    ...ALLERGENS,
    ...declared.flatMap((each) => [...(each?.contains ?? []), ...(each?.mayContain ?? [])]),
  ]),
]
