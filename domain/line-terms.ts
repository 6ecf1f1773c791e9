import type { Allergen, Product, ProductFacts } from './product.ts'

/** What is agreed for a line beside its quantity. Apart from domain/substitution.ts, which an open trolly does not load. */

/** The longest that fits a picking list. */
export const NOTE_LENGTH_MAX = 120

export type DeclaredAllergens = Pick<ProductFacts, 'contains' | 'mayContain'>

/** What a person has to know about a substitute's allergens, and so what they confirm. */
export type AddedAllergens = {
  /** The original is free of them or only may contain them. */
  contains: Allergen[]
  /** The original is free of them. */
  mayContain: Allergen[]
  /** The substitute's allergens are not fully declared. */
  unknown: boolean
}

export type SubstitutionChoice = { kind: 'wait' } | { kind: 'leave_out' } | TakeSubstitute

export type TakeSubstitute = {
  kind: 'take'
  product_no: string
  /** These are the facts that the customer saw. The order keeps them when the product changes. */
  seen: SeenSubstitute
  confirmed: AddedAllergens
}

export type SeenSubstitute = DeclaredAllergens & Pick<Product, 'name' | 'pack' | 'pricePence'>

/** What is agreed for one line, beside its quantity. Each is missing where there is none. */
export type LineTerms = { note?: string; substitution?: SubstitutionChoice }

/** A change of a line's terms. A missing field is left as it is; '' and null remove it. */
export type TermsChange = {
  note?: string | undefined
  substitution?: SubstitutionChoice | null | undefined
}

export const termsOf = ({ note = '', substitution = null }: TermsChange): LineTerms => ({
  ...(note !== '' && { note }),
  ...(substitution && { substitution }),
})

export const changedTerms = (
  terms: TermsChange,
  { note = terms.note, substitution = terms.substitution }: TermsChange,
): LineTerms => termsOf({ note, substitution })
