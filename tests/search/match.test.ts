import { describe, expect, it } from 'vitest'
import { searchDocumentOf } from '#search/document.ts'
import { countFilters, filterOptionsOf } from '#search/filter-options.ts'
import { FILTER_NAMES, narrowingOf, wantedFilterWords } from '#search/filters.ts'
import { LEVELS_PER_CLASS, levelIn, MATCH, NO_LEVEL, type ResolvedQuery } from '#search/match.ts'
import { nearestWords, typoWordsOf } from '#search/mistyped.ts'
import { parseSearch as parseWith } from '#search/query.ts'
import type { Searchable } from '#search/searchable.ts'
import { compareProducts, SORTS } from '#search/sort.ts'
import { compileTradeTerms } from '#search/trade-terms.ts'

const product: Searchable = {
  product_no: 'AB-1234',
  name: 'Chopped Tomatoes in Juice',
  brand: "Kellogg's",
  pack: '6 × 2.5 kg',
  unit: 'case',
  unitCount: 6,
  contentAmount: 15_000,
  catchWeight: false,
  gtins: ['5000112637922'],
  department: 'Ambient',
  group: 'Tinned vegetables',
  category: 'Tomatoes',
  storageType: 'ambient',
  suitableFor: ['vegan'],
  promotion: true,
  reducedToClear: false,
  isNew: false,
  isSpotPriced: false,
}
const document = searchDocumentOf(product)
const TERMS = compileTradeTerms([{ typed: 'tinned', means: ['canned', 'in a tin'] }])
const parseSearch = (text: string) => parseWith(text, TERMS)
const classOf = (query: ResolvedQuery) => {
  const level = levelIn(query, document)
  const place = level === NO_LEVEL ? undefined : Math.floor(level / LEVELS_PER_CLASS)
  return Object.entries(MATCH).find(([, value]) => value === place)?.[0]
}
const found = (text: string) => {
  const query = parseSearch(text)
  return query && classOf(query)
}

describe('the match class of a product', () => {
  it.each([
    ['AB1234', 'codeEqual'],
    ['ab-1234', 'codeEqual'],
    ['5000112637922', 'codeEqual'],
    ['05000112637922', 'codeEqual'],
    ['ab12', 'codeBeginning'],
    ['500011', 'codeBeginning'],
    ['50001', undefined],
    ['ab', undefined],
    ['tomatoes chopped', 'nameWords'],
    ['tomatoes in', 'nameWords'],
    ['tom', 'nameBeginnings'],
    ['tomatos', 'nameWords'],
    ['tomatoss', undefined],
    ['juices', 'nameWords'],
    ['tomato', 'nameWords'],
    // A size need not be in the name.
    ['chopped tomatoes 2.5kg', 'nameWords'],
    ['chopped tomatoes 6', 'nameWords'],
    ['vegan tomatoes 6 pack', 'words'],
    ['tinned vegetables 6 pack', 'otherKind'],
    ['tinned vegetables 400g', undefined],
    // People type a one-word brand with the name.
    ['kelloggs tomatoes', 'nameWords'],
    ['vegan tomatoes', 'words'],
    ['canned tomatoes', undefined],
    ['tinned tomatoes', 'words'],
    ['vege tomatoes', 'beginnings'],
    ['6x2.5 tom', 'nameBeginnings'],
    ['tomatoes 400g', 'otherSize'],
    ['tom 400g', 'typoOtherSize'],
    ['400g', undefined],
    ['potatoes 2.5kg', undefined],
    ['chopped potatoes', undefined],
    ['=storage_type:ambient', undefined],
    ['#ab1234', 'codeEqual'],
    ['%', undefined],
  ])('typed %j: %j', (text, expected) => {
    expect(found(text)).toBe(expected)
  })

  it('includes typos only for the corrections looked up', () => {
    const query = parseSearch('tomatp juice')
    if (!query) throw new Error('Nothing typed')
    expect(classOf(query)).toBeUndefined()
    const whole = new Map([['tomatp', { whole: new Set(['tomatoes']), beginnings: new Set(['tomatoes']) }]])
    expect(classOf({ ...query, typos: whole })).toBe('typoNameWords')
  })

  it.each([
    ['tomatoss juice', 'typoNameWords'],
    ['tomatoss 2.5kg', 'typoNameWords'],
    ['tomatoss 400g', 'typoOtherSize'],
    ['tomatp juice', 'typoNameBeginnings'],
    ['keloggs', 'typoNameWords'],
    // One word of the name, and one close to a word of the category.
    ['vegetaples tomatoes', 'typos'],
    ['vegetaples', 'typos'],
  ])('typed %j with typos: %j, in the name or elsewhere', (text, expected) => {
    const query = parseSearch(text)
    if (!query) throw new Error('Nothing typed')
    const words = [...document.nameWords, ...document.otherWords]
    const near = (query.readings[0] ?? []).map(
      (word) => [word.text, nearestWords({ word, isMet: false, countMin: 0 }, words, 2)] as const,
    )
    expect(classOf({ ...query, typos: typoWordsOf(new Map(near)) })).toBe(expected)
  })
})

describe('filters', () => {
  it('are distinct words of a document, one per filter name', () => {
    const wanted = wantedFilterWords({ storage_type: 'ambient', promotion: '1', suitable_for: 'vegan' })
    expect(document.markedWords).toEqual(expect.arrayContaining(wanted))
    expect(document.markedWords).not.toContain(wantedFilterWords({ reduced_to_clear: '1' })[0])
    expect(wantedFilterWords(Object.fromEntries(FILTER_NAMES.map((name) => [name, 'x'])))).toHaveLength(
      FILTER_NAMES.length,
    )
  })

  it('offer what has products and turn the rest off', () => {
    const options = filterOptionsOf(
      {
        total: 7,
        values: [
          { filter: 'department', value: 'Frozen', count: 7 },
          { filter: 'storage_type', value: 'frozen', count: 7 },
          { filter: 'promotion', value: '1', count: 2 },
          { filter: 'favourite', value: '1', count: 0 },
        ],
      },
      { templates: [], adverts: undefined },
    )
    expect(options.total).toBe(7)
    expect(options.department.options).toEqual([
      { name: 'Frozen', parameter_name: 'department', parameter_value: 'Frozen', count: 7 },
    ])
    expect(options.product_attributes.storage_type.options[0]?.name).toBe('Frozen')
    expect(options.product_pricing.promotion.enabled).toBe(true)
    expect(options.product_pricing.reduced_to_clear.enabled).toBe(false)
    expect(options.lists.favourite).toMatchObject({ enabled: false, count: 0 })
    // Not known, which is not none.
    expect(options.lists).not.toHaveProperty('advert')
    expect(options.product_pricing.recently_purchased).toEqual({
      enabled: false,
      parameter_name: 'recently_purchased',
      parameter_value: '1',
    })
  })

  it.each(['template', 'advert'] as const)(
    'offer each %s with products left, uncounted, or chosen',
    (filter) => {
      const named = ['Fridays', 'Empty', 'Chosen', 'Uncounted'].map((name) => ({ id: name, name }))
      const values = [
        { filter, value: 'Chosen', count: 0 },
        { filter, value: 'Empty', count: 0 },
        { filter, value: 'Fridays', count: 2 },
      ]
      const { lists } = filterOptionsOf(
        { total: 2, values },
        { templates: named, adverts: named },
        { [filter]: 'Chosen' },
      )
      expect(lists[filter]?.options.map(({ name, count }) => [name, count])).toEqual([
        ['Fridays', 2],
        ['Chosen', 0],
        ['Uncounted', undefined],
      ])
    },
  )

  it('keep what is in every list, and leave out what the customer has bought', () => {
    expect(narrowingOf([])).toEqual({ only: undefined, except: undefined })
    const [favourites, purchases, advert] = [new Set(['A', 'B']), new Set(['C']), new Set(['B', 'C'])]
    expect(
      narrowingOf([
        { filter: 'favourite', product_nos: favourites },
        { filter: 'new_to_customer', product_nos: purchases },
        { filter: 'advert', product_nos: advert },
      ]),
    ).toEqual({ only: new Set(['B']), except: purchases })
  })

  it('count other values of an active filter as if it were off', async () => {
    const products = [
      { department: 'Dairy', storage_type: 'chilled' },
      { department: 'Dairy', storage_type: 'frozen' },
      { department: 'Meat', storage_type: 'frozen' },
    ]
    const counted = await countFilters({ department: 'Dairy', storage_type: 'frozen' }, async (active) => {
      const left = products.filter(
        (product) =>
          (active.department ?? product.department) === product.department &&
          (active.storage_type ?? product.storage_type) === product.storage_type,
      )
      const values = (['department', 'storage_type'] as const).flatMap((filter) =>
        [...new Set(left.map((product) => product[filter]))].map((value) => ({
          filter,
          value,
          count: left.filter((product) => product[filter] === value).length,
        })),
      )
      return { total: left.length, values }
    })
    expect(counted).toEqual({
      total: 1,
      values: [
        { filter: 'department', value: 'Dairy', count: 1 },
        { filter: 'department', value: 'Meat', count: 1 },
        { filter: 'storage_type', value: 'chilled', count: 1 },
        { filter: 'storage_type', value: 'frozen', count: 1 },
      ],
    })
  })
})

describe('the length of a name', () => {
  const lengthOf = (facts: Partial<Searchable>): number =>
    searchDocumentOf({ ...product, unit: 'each', unitCount: 1, contentAmount: null, pack: '', ...facts })
      .nameLength

  it.each<Partial<Searchable>>([
    { name: 'Whole Milk', contentAmount: 5_000 },
    { name: 'Whole Milk', unit: 'case', unitCount: 6, contentAmount: 2_000 },
    { name: 'Catering Milk' },
    { name: 'Whole Milk', pack: 'bag in box' },
    { name: 'Whole Milk', catchWeight: true },
    { name: 'Whole Milk', unitCount: 180 },
  ])(
    'counts a household’s pack as one word more than a kitchen’s, and of two as long puts the kitchen’s first: %j',
    (facts) => {
      expect(lengthOf(facts)).toBe(lengthOf({ name: 'Milk', contentAmount: 1_000 }) - 1)
      expect(lengthOf({ ...facts, name: 'Milk', pack: 'catering' })).toBeLessThan(lengthOf(facts))
    },
  )
})

describe('the order of results', () => {
  const item = (product_no: string, parts: object = {}) => ({
    product_no,
    level: 2,
    nameLength: 4,
    timesBought: 0,
    salesRank: 5,
    nameKey: 'milk',
    pricePence: 100,
    ...parts,
  })
  const sorted = (sort: Parameters<typeof compareProducts>[0], items: ReturnType<typeof item>[]) =>
    items.sort(compareProducts(sort)).map(({ product_no }) => product_no)

  it('is by level, purchases, length of name, sales rank and number', () => {
    const items = [
      item('F'),
      item('E'),
      item('D', { salesRank: 1 }),
      item('C', { timesBought: 1 }),
      item('B', { nameLength: 8, timesBought: 3 }),
      item('A', { level: 3, nameLength: 0, salesRank: 0 }),
    ]
    expect(sorted('relevance', items)).toEqual(['B', 'C', 'D', 'E', 'F', 'A'])
    expect(sorted('sales', items)).toEqual(['A', 'D', 'B', 'C', 'E', 'F'])
  })

  it('puts similar products behind, in any order', () => {
    const items = [
      item('A', { level: LEVELS_PER_CLASS * MATCH.otherSize, salesRank: 1, pricePence: 1 }),
      item('B', { level: LEVELS_PER_CLASS * MATCH.otherSize - 1 }),
    ]
    for (const { value } of SORTS) expect(sorted(value, [...items])).toEqual(['B', 'A'])
  })

  it('puts unpriced products last in both directions', () => {
    const items = [
      item('A', { pricePence: null }),
      item('B', { pricePence: 300 }),
      item('C', { pricePence: 200 }),
    ]
    expect(sorted('price', items)).toEqual(['C', 'B', 'A'])
    expect(sorted('price_descending', items)).toEqual(['B', 'C', 'A'])
  })
})
