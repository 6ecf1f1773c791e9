import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isGtin } from '#domain/gtin.ts'
import { ALLERGENS } from '#domain/product.ts'
import { familyGroups } from '#server/db/demo/families/read-families.ts'
import { DEMO_PRICE_LISTS, makePrices } from '#server/db/demo/price-lists.ts'
import { makeProducts, PRODUCTS_AT_MOST } from '#server/db/demo/products.ts'
import { DEMO_SIGN_INS } from '#server/db/demo/sign-ins.ts'
import { projectRoot } from '#server/paths.ts'

const SEED = 1
const made = makeProducts(SEED, 2400)
const rows = made.map(({ row }) => row)
const byNumber = new Map(rows.map((row) => [row.product_no, row]))
const shareOf = (holds: (row: (typeof rows)[number]) => boolean): number =>
  rows.filter(holds).length / rows.length

describe('the demo catalogue', () => {
  it('is the same for the same seed and different for another', () => {
    expect(makeProducts(SEED, 2400)).toEqual(made)
    const other = makeProducts(SEED + 1, 2400)
    expect(other.map(({ row }) => row.name)).not.toEqual(rows.map(({ name }) => name))
  })

  it('contains the smaller catalogue within the larger, prices included', () => {
    const larger = new Map(makeProducts(SEED, 6000).map((product) => [product.row.product_no, product]))
    for (const { row, basePence, stockQuantity } of made) {
      const same = larger.get(row.product_no)
      expect(same?.row.name).toBe(row.name)
      expect([same?.basePence, same?.stockQuantity]).toEqual([basePence, stockQuantity])
    }
  })

  it('grows to 40,000 products, no two alike', () => {
    const many = makeProducts(SEED, 40_000)
    const distinct = (of: (row: (typeof many)[number]['row']) => string): number =>
      new Set(many.map(({ row }) => of(row))).size
    expect(many).toHaveLength(40_000)
    expect(distinct(({ product_no }) => product_no)).toBe(40_000)
    expect(distinct(({ brand, name, pack, unit }) => [brand, name, pack, unit].join('|'))).toBe(40_000)
    const gtins = many.flatMap(({ row }) => row.gtins ?? [])
    expect(new Set(gtins).size).toBe(gtins.length)
  }, 60_000)

  it('reports when it cannot grow any further', () => {
    expect(() => makeProducts(SEED, PRODUCTS_AT_MOST + 1)).toThrow(RangeError)
  })

  it('has valid GTINs in a range that no company owns', () => {
    const gtins = rows.flatMap(({ gtins }) => gtins ?? [])
    expect(gtins.length).toBeGreaterThanOrEqual(rows.length)
    expect(gtins.filter((gtin) => !isGtin(gtin))).toEqual([])
    expect(gtins.filter((gtin) => !/^1?20\d{11}$/.test(gtin))).toEqual([])
  })

  it('never describes a vegan product as coming from an animal', () => {
    const animal = /\b(herds?|churned|butcher|bone|landed|cured)\b/i
    const vegan = rows.filter(({ suitableFor }) => suitableFor?.includes('vegan'))
    expect(vegan.length).toBeGreaterThan(500)
    expect(vegan.map(({ description }) => description ?? '').filter((words) => animal.test(words))).toEqual(
      [],
    )
    expect(rows.some(({ description }) => description?.includes('From British herds'))).toBe(true)
  })

  it('links case and single unit with each other', () => {
    const linked = rows.filter(({ otherUnitProductNo }) => otherUnitProductNo)
    expect(linked.length).toBeGreaterThan(500)
    for (const row of linked) {
      const other = byNumber.get(row.otherUnitProductNo ?? '')
      expect(other?.otherUnitProductNo).toBe(row.product_no)
      expect(new Set([row.unit, other?.unit])).toEqual(new Set(['case', 'each']))
      expect([other?.name, other?.brand]).toEqual([row.name, row.brand])
    }
    for (const row of linked.filter(({ unit, contentAmount }) => unit === 'case' && contentAmount)) {
      const each = byNumber.get(row.otherUnitProductNo ?? '')
      expect(row.contentAmount).toBe((each?.contentAmount ?? 0) * (row.unitCount ?? 0))
    }
  })

  it('includes everything that the ordering rules and the filters deal with', () => {
    expect(new Set(rows.map(({ storageType }) => storageType))).toEqual(
      new Set(['ambient', 'chilled', 'frozen']),
    )
    expect(new Set(rows.map(({ vatBasisPoints }) => vatBasisPoints))).toEqual(new Set([0, 2000]))
    const shares = {
      catchWeight: shareOf((row) => row.catchWeight === true),
      spot: shareOf((row) => row.isSpotPriced === true),
      promotion: shareOf((row) => row.promotion === true),
      reduced: shareOf((row) => row.reducedToClear === true),
      new: shareOf((row) => row.isNew === true),
      adults: shareOf((row) => row.minimumAge === 18),
      unknownAllergens: shareOf((row) => row.contains === null),
      unpriced: made.filter(({ basePence }) => basePence === null).length / made.length,
      out: made.filter(({ stockQuantity }) => stockQuantity === 0).length / made.length,
    }
    for (const [what, share] of Object.entries(shares)) {
      expect([what, share > 0.003 && share < 0.15]).toEqual([what, true])
    }
    expect(new Set(rows.flatMap(({ contains }) => contains ?? []))).toEqual(
      // All but lupin, of which British wholesalers sell hardly any.
      new Set(ALLERGENS.filter((allergen) => allergen !== 'lupin')),
    )
  })

  it('has three levels of categories, with every family among the first 2,400 products', () => {
    for (const { department, group, category } of rows)
      expect([department, group, category]).not.toContain('')
    const families = familyGroups().flatMap(({ families }) => families.map(({ category }) => category))
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(families))
  })

  it('is consistent about ingredients, allergens and diets', () => {
    const animal = ['milk', 'eggs', 'fish', 'crustaceans', 'molluscs'] as const
    for (const { name, contains, suitableFor, catchWeight, estimatedWeightGrams, contentAmount } of rows) {
      const has = (allergen: (typeof ALLERGENS)[number]): boolean => contains?.includes(allergen) === true
      const suits = new Set(suitableFor)
      if (suits.has('vegan')) {
        expect([name, suits.has('vegetarian'), animal.some(has)]).toEqual([name, true, false])
      }
      if (suits.has('coeliac')) expect([name, has('gluten')]).toEqual([name, false])
      expect([name, catchWeight === true]).toEqual([name, estimatedWeightGrams !== null])
      if (catchWeight) expect([name, contentAmount]).toEqual([name, null])
    }
  })

  it('names allergens in the ingredients as labels do', () => {
    const words: Partial<Record<string, RegExp>> = {
      milk: /MILK/,
      eggs: /EGG/,
      celery: /CELERY/i,
      mustard: /MUSTARD/,
    }
    for (const { name, contains, ingredients } of rows) {
      for (const allergen of contains ?? []) {
        const word = words[allergen]
        if (word !== undefined && ingredients !== name)
          expect([name, ingredients]).toEqual([name, expect.stringMatching(word)])
      }
    }
  })

  it('charges VAT as British food law does', () => {
    const rateOf = (category: string): (number | undefined)[] => [
      ...new Set(rows.filter((row) => row.category === category).map(({ vatBasisPoints }) => vatBasisPoints)),
    ]
    for (const category of [
      'Crisps',
      'Chocolate Bars',
      'Chocolate Biscuits',
      'Ice Cream',
      'Water',
      'Juice',
      'Red Wine',
      'Napkins',
    ]) {
      expect([category, rateOf(category)]).toEqual([category, [2000]])
    }
    for (const category of [
      'Plain Biscuits',
      'Sliced Bread',
      'Tea',
      'Milk',
      'Carrots',
      'Chocolate for Cooking',
    ]) {
      expect([category, rateOf(category)]).toEqual([category, [0]])
    }
  })

  it('ranks by sales, which a few products dominate', () => {
    const demands = made.map(({ demand }) => demand)
    expect(rows.map(({ salesRank }) => salesRank)).toEqual(rows.map((_, rank) => rank))
    expect([...demands].sort((a, b) => b - a)).toEqual(demands)
    const total = demands.reduce((sum, demand) => sum + demand, 0)
    const top = demands.slice(0, 240).reduce((sum, demand) => sum + demand, 0)
    expect(top / total).toBeGreaterThan(0.25)
  })

  it('prices each list by its own rule', () => {
    const prices = makePrices(made, SEED)
    const priced = (list: string) =>
      new Map(
        prices
          .filter(({ priceListId }) => priceListId === list)
          .map(({ product_no, pence }) => [product_no, pence]),
      )
    expect(DEMO_PRICE_LISTS.length).toBeGreaterThanOrEqual(3)
    const [standard, cash, education] = [priced('STANDARD'), priced('CASH'), priced('EDUCATION')]
    const sum = (list: typeof standard, of: typeof standard): number =>
      [...of.keys()].reduce((total, number) => total + (list.get(number) ?? 0), 0)
    expect(sum(cash, education)).toBeGreaterThan(sum(standard, education))
    expect(sum(standard, education)).toBeGreaterThan(sum(education, education))
    expect(
      rows.filter(
        ({ product_no, department }) => department === 'Beers, Wines & Spirits' && education.has(product_no),
      ),
    ).toEqual([])
    expect(prices.filter(({ pence }) => !pence || pence < 1 || pence > 1_000_000)).toEqual([])
  })
})

describe('docs/demo.md', () => {
  it('names every demo sign-in', () => {
    const text = readFileSync(join(projectRoot, 'docs/demo.md'), 'utf8')
    const told = DEMO_SIGN_INS.map(({ email, shows }) => `| ${email} | ${shows} |`)
    expect(told.filter((row) => !text.includes(row))).toEqual([])
  })
})
