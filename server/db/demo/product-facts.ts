import type { Allergen, Suitability } from '#domain/product.ts'
import type { Article } from './articles.ts'
import type { Random } from './random.ts'

export function factsOf({ group, family, name, brand, pack }: Article, random: Random) {
  const allergens = allergensOf({ family, group }, random)
  return {
    name,
    brand,
    department: group.department,
    group: group.group,
    category: family.category,
    storageType: family.storageType ?? group.storageType,
    vatBasisPoints: family.vatBasisPoints ?? group.vatBasisPoints ?? 0,
    ...allergens,
    suitableFor: suitabilitiesOf({ family, group, name, ...allergens }, random),
    catchWeight: pack.catchWeight,
    estimatedWeightGrams: pack.catchWeight ? pack.size : null,
    minimumAge: family.minimumAge ?? null,
    isSpotPriced: family.spot === true && random.chance(0.6),
    promotion: random.chance(0.06),
    reducedToClear: random.chance(0.015),
    isNew: random.chance(0.03),
    ingredients: ingredientsOf({ group, family, name }),
    origin: random.pick(family.origins ?? group.origins),
  }
}

type Kind = Pick<Article, 'group' | 'family' | 'name'>
type Allergens = { contains: Allergen[] | null; mayContain: Allergen[] | null }

/** Some labels warn and some do not; a few goods are unknown. */
function allergensOf({ family, group }: Pick<Kind, 'family' | 'group'>, random: Random): Allergens {
  const unknown = random.chance(0.04)
  const warns = random.chance(0.65)
  if (unknown) return { contains: null, mayContain: null }
  if (group.diet === 'not-food') return { contains: [], mayContain: [] }
  return { contains: [...(family.contains ?? [])], mayContain: warns ? [...(family.mayContain ?? [])] : [] }
}

const GLUTEN_FREE_ENOUGH = /gluten-free/i

function suitabilitiesOf(
  { family, group, name, contains, mayContain }: Kind & Allergens,
  random: Random,
): Suitability[] {
  const diet = family.diet ?? group.diet
  const certified = random.chance(0.35)
  const kosher = random.chance(0.12)
  if (diet === 'not-food') return []
  const isVegan = diet === 'vegan'
  const hasAlcohol = family.minimumAge === 18
  const isGlutenFree =
    contains !== null &&
    !contains.includes('gluten') &&
    mayContain !== null &&
    (!mayContain.includes('gluten') || GLUTEN_FREE_ENOUGH.test(name))
  return [
    ...(isVegan || diet === 'vegetarian' ? (['vegetarian'] as const) : []),
    ...(isVegan ? (['vegan'] as const) : []),
    ...(name.includes('Halal') || (isVegan && certified && !hasAlcohol) ? (['halal'] as const) : []),
    ...(isVegan && kosher && !hasAlcohol ? (['kosher'] as const) : []),
    ...(isGlutenFree ? (['coeliac'] as const) : []),
  ]
}

/** A simple product is its own ingredient; recipes are in the family. */
function ingredientsOf({ group, family, name }: Kind): string {
  if (group.diet === 'not-food') return ''
  return family.ingredients ?? name.replace(/^(Organic|Everyday|Select|Reserve|Frozen|Halal) /g, '')
}

const KEEPING = {
  ambient: 'Keep in a cool, dry place.',
  chilled: 'Keep refrigerated at 0 to 5 °C.',
  frozen: 'Keep frozen at -18 °C or below.',
} as const

export function descriptionOf({ group, family, name, brand, pack }: Article, packText: string): string {
  const use = family.use ?? group.use
  const weighed = pack.catchWeight ? ' Sold and billed by weight.' : ''
  const keeping = group.diet === 'not-food' ? '' : ` ${KEEPING[family.storageType ?? group.storageType]}`
  const maker = brand === '' ? '' : ` from ${brand}`
  return `${name}${maker}, ${packText}. ${use}${weighed}${keeping}`
}
