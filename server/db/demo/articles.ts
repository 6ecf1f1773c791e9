import type { Family, FamilyGroup, Priced } from './families/family.ts'
import { familyGroups } from './families/read-families.ts'
import type { Pack } from './packs.ts'
import { randomOf } from './random.ts'

/** One name, brand and pack. Families take turns, so that a small catalogue is varied and part of a larger one. */
export type Article = {
  index: number
  group: FamilyGroup
  family: Family
  name: string
  brand: string
  pack: Pack
  /** Per consumer unit (per kilogram for catch weight), before customer terms. */
  unitPence: number
  /** Sales relative to a usual article, 1. */
  demand: number
}

type Qualifier = { word: string; priceFactor: number }
const PLAIN: Qualifier = { word: '', priceFactor: 1 }
const OF_FOOD: readonly Qualifier[] = [
  PLAIN,
  { word: 'Organic', priceFactor: 1.5 },
  { word: 'Everyday', priceFactor: 0.85 },
  { word: 'Select', priceFactor: 1.15 },
  { word: 'Reserve', priceFactor: 1.3 },
  { word: 'Chef’s', priceFactor: 1.1 },
]
const OF_NON_FOOD: readonly Qualifier[] = [
  PLAIN,
  { word: 'Eco', priceFactor: 1.25 },
  { word: 'Value', priceFactor: 0.8 },
  { word: 'Heavy Duty', priceFactor: 1.3 },
  { word: 'Premium', priceFactor: 1.4 },
  { word: 'Pro', priceFactor: 1.2 },
]
const QUALIFIED_LATER = 0.75
/** The price per kilogram falls with this power of the pack's size. */
const BULK_POWER = -0.11

/** Ends after some 200,000 products, when nothing new can be made. */
export function* makeArticles(seed: number): Generator<Article, void, void> {
  const sources = familyGroups().flatMap((group) =>
    group.families.map((family) => ({ group, family, kinds: kindsOf(seed, group, family) })),
  )
  let index = 0
  for (let round = 0, made = true; made; round += 1) {
    made = false
    for (const { group, family, kinds } of sources) {
      const kind = kinds[round]
      if (kind === undefined) continue
      made = true
      yield { index, group, family, ...kind }
      index += 1
    }
  }
}

type Kind = Pick<Article, 'name' | 'brand' | 'pack' | 'unitPence' | 'demand'>

function kindsOf(seed: number, group: FamilyGroup, family: Family): Kind[] {
  const random = randomOf(seed, `family ${group.department}/${group.group}/${family.category}`)
  const familyDemand = (group.demand ?? 1) * (0.4 + random.next() * 1.6)
  const qualifiers = group.diet === 'not-food' ? OF_NON_FOOD : OF_FOOD
  const kinds = family.names.flatMap(({ name: plainName, priceFactor: nameFactor }, place) => {
    return qualifiers.flatMap((qualifier) => {
      if (qualifier !== PLAIN && plainName.includes(qualifier.word)) return []
      const name = qualifier === PLAIN ? plainName : `${qualifier.word} ${plainName}`
      return combine(group.brands, family.packs).map(({ brand, pack }) => ({
        kind: {
          name,
          brand: brand.name,
          pack,
          unitPence: unitPence(
            family.pence * nameFactor * qualifier.priceFactor * brand.priceFactor * random.around(0.08),
            pack,
          ),
          demand: (familyDemand / (place + 1) ** 0.6) * random.around(0.6) * (qualifier === PLAIN ? 1 : 0.3),
        },
        // Shuffles names so that the first round has one of each.
        order: random.next() + (qualifier === PLAIN ? 0 : QUALIFIED_LATER),
        place,
      }))
    })
  })
  const byName = new Map<number, typeof kinds>()
  for (const kind of kinds) byName.set(kind.place, [...(byName.get(kind.place) ?? []), kind])
  const queues = [...byName.values()].map((queue) => queue.sort((a, b) => a.order - b.order))
  const longest = Math.max(...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue[turn]?.kind ?? []),
  ).flat()
}

const combine = (brands: readonly Priced[], packs: readonly Pack[]) =>
  brands.flatMap((brand) => packs.map((pack) => ({ brand, pack })))

function unitPence(pencePerUnit: number, { size, measure, catchWeight }: Pack): number {
  if (catchWeight) return wholesalePence(pencePerUnit)
  const amount = measure === 'pieces' ? size : size / 1000
  const reference = measure === 'pieces' ? 100 : 1
  return wholesalePence(pencePerUnit * amount * (amount / reference) ** BULK_POWER)
}

/** To the penny below about a pound; above, ending in 5 or 9 as price lists do. */
export const wholesalePence = (pence: number): number => {
  const whole = Math.max(1, Math.round(pence))
  if (whole < 120) return whole
  const tens = Math.floor(whole / 10) * 10
  return whole - tens < 7 ? tens + 5 : tens + 9
}
