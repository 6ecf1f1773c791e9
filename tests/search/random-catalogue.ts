import { gtinCheckDigit } from '#domain/gtin.ts'
import { type ProductFacts, SALES_RANK_UNKNOWN, STORAGE_TYPES, SUITABILITIES } from '#domain/product.ts'

/**
 * A small wholesaler's list, identical for the same seed, with everything that searches stumble over: accents, apostrophes,
 * hyphens, measures in every notation, repeated names, shared ranks, products without a price.
 */

export type RandomProduct = ProductFacts & { pricePence: number | null }

/** Numbers from 0 up to, not including, 1 (mulberry32). */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const pickOf =
  (random: () => number) =>
  <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }

const QUALITIES =
  'Chopped|Whole|Organic|Free-range|Semi-skimmed|Extra virgin|Dark|Sliced|Smoked|Crème|Premium|Plant-based|Frozen|Low fat|Gluten free|Ready-to-eat|Diced|"Chef\'s choice"|Wild|Vitamin C'.split(
    '|',
  )
const GOODS =
  "Tomatoes|Tomato ketchup|Potatoes|Cherries|Cherry pie|Milk|Fraîche|Chicken breast|Chicken thighs|Chick peas|Chocolate|Chocolates|Olive oil|Mozzarella|Bread rolls|Loaf|Loaves|Berries|Eggs|Yoghurt|Greek yogurt|Yogurts|7UP|7 Up|M&M's|Cola|Jalapeño peppers|Bœuf bourguignon|Smörgås|Rice pudding|Baked beans|Fish & Chips|Ham|Hamburger|Rum|Rump steak|Pâté|Tea|Teacakes|Teaspoons|Coffee beans|50/50 bread|A1 sauce|Omega 3|Łosoś|日本酒|Ψωμί σπόρους|Straße".split(
    '|',
  )
const BRANDS =
  "Heinz|Kellogg's|McVitie's|Coca-Cola|Ben & Jerry's|Nestlé|Häagen-Dazs|O'Brien|Müller|Country Range|L’Escargot|Dr. Oetker|Uncle Ben's||".split(
    '|',
  )
const PACKS =
  '6 × 2.5 kg|12 x 400g|24 × 330 ml|5 l|75cl|1kg|10*1.5L|2,5 kg|500 grams|4 Litres|6 pack||1 ½ lb|case of 12|100|6x400 g'.split(
    '|',
  )
const DEPARTMENTS = ['Ambient', 'Chilled & Dairy', 'Frozen', "Baker's \\ corner", 'Drinks', '']
const GROUPS = ['Sauces', 'Tinned vegetables', 'Bread', 'Soft drinks', '']

export const randomCatalogue = (count: number, seed: number): RandomProduct[] => {
  const random = randomOf(seed)
  const pick = pickOf(random)
  return Array.from({ length: count }, (_, place) => {
    const department = pick(DEPARTMENTS)
    const group = pick(GROUPS)
    return {
      product_no: productNoOf(place, random),
      name: [
        random() < 0.6 ? pick(QUALITIES) : '',
        random() < 0.2 ? pick(BRANDS) : '',
        pick(GOODS),
        random() < 0.2 ? pick(PACKS) : '',
        // In so many names that a search for it shows only the first thousand.
        random() < 0.45 ? 'Catering' : '',
      ]
        .filter((part) => part !== '')
        .join(pick([' ', ' ', ' ', ', ', ' - '])),
      brand: pick(BRANDS),
      pack: pick(PACKS),
      unit: pick(['case', 'each'] as const),
      otherUnitProductNo: null,
      unitCount: 1,
      contentAmount: null,
      contentMeasure: null,
      gtins: random() < 0.7 ? [gtinOf(random)] : random() < 0.5 ? [gtinOf(random), gtinOf(random)] : [],
      department,
      group,
      category: random() < 0.5 ? group : pick(GOODS),
      storageType: pick(STORAGE_TYPES),
      vatBasisPoints: 0,
      contains: null,
      mayContain: null,
      suitableFor: SUITABILITIES.filter(() => random() < 0.15),
      catchWeight: false,
      estimatedWeightGrams: null,
      minimumAge: null,
      isSpotPriced: random() < 0.05,
      promotion: random() < 0.1,
      reducedToClear: random() < 0.02,
      isNew: random() < 0.05,
      stockQuantity: 0,
      // Shared ranks, so that product codes have to decide.
      salesRank: random() < 0.3 ? SALES_RANK_UNKNOWN : Math.floor(random() * (count / 2)),
      pricePence: random() < 0.1 ? null : Math.floor(random() * 400) + 50,
    }
  })
}

function productNoOf(place: number, random: () => number): string {
  const kinds = [`${10_000 + place}`, `CHI${place}`, `A-${place}`, `00${place}x`, `b.${place}/1`]
  return kinds[Math.floor(random() * kinds.length)] ?? `${place}`
}

function gtinOf(random: () => number): string {
  const length = random() < 0.8 ? 12 : random() < 0.5 ? 7 : 13
  const zeros = random() < 0.3 ? '0000' : '50'
  const digits = `${zeros}${Array.from({ length }, () => Math.floor(random() * 10)).join('')}`.slice(
    0,
    length,
  )
  return `${digits}${gtinCheckDigit(digits)}`
}
