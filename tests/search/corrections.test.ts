import { describe, expect, it } from 'vitest'
import { createProductIndex } from '#search/index/product-index.ts'
import { parseSearch } from '#search/query.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS } from '#search/trade-terms.ts'
import { randomCatalogue, randomOf } from './random-catalogue.ts'
import { slip } from './random-queries.ts'

/** Corrections in a catalogue that has typos too: some words the same way in several rows, others each in its own way. */

const slips = randomOf(20_242)
const CATALOGUE = randomCatalogue(4_800, 20_241).map((product, place) => ({
  ...product,
  ...(place === 0 && { product_no: 'MOZARELA' }),
  name: nameAt(product.name, place),
}))
const TERMS = compileTradeTerms(DEFAULT_TRADE_TERMS)
const nameOf = new Map(CATALOGUE.map(({ product_no, name }) => [product_no, name.toLowerCase()]))
const index = createProductIndex()
index.apply(new Map(CATALOGUE.map((product) => [product.product_no, product])))

function nameAt(name: string, place: number): string {
  if (place % 25 === 7)
    return name.replace('Chicken', 'Chiken').replace('Chocolate', 'Choclate').replace('zz', 'z')
  return place % 25 === 9 ? slip(name, slips) : name
}

const find = (text: string) =>
  index.find({
    query: parseSearch(text, TERMS),
    terms: TERMS,
    purchases: new Map(),
    filterWords: [],
    sort: 'relevance',
    offset: 0,
    limit: 1_000,
  })

describe('a corrected search', () => {
  it.each([
    ['chiken', 'chiken', 'chicken'],
    ['chiken breast', 'chiken', 'chicken breast'],
    ['choclate', 'choclate', 'chocolate'],
    ['mozarella', 'mozarella', 'mozzarella'],
  ])('for %j ranks the meant word after the rows with the typo, names first', async (text, typed, meant) => {
    const { product_nos } = await find(text)
    // As typed in the name, then corrected in the name, then corrected anywhere else.
    const kinds = product_nos.map((product_no) => {
      const name = nameOf.get(product_no) ?? ''
      return name.includes(typed) ? 0 : name.includes(meant) ? 1 : 2
    })
    expect(kinds).toEqual([...kinds].sort())
    const counts = [0, 1].map((kind) => kinds.filter((other) => other === kind).length)
    expect(counts[0]).toBeGreaterThan(1)
    expect(counts[0]).toBeLessThan(24)
    expect(counts[1]).toBeGreaterThan(50)
  })

  it('looks for a second edit if the first finds only misspelt rows', async () => {
    const names = (await find('choclatte')).product_nos.map((product_no) => nameOf.get(product_no) ?? '')
    expect(names.some((name) => name.includes('choclate'))).toBe(true)
    expect(names.some((name) => name.includes('chocolate'))).toBe(true)
  })

  it('adds no corrections to a product found by its code', async () => {
    expect(await find('mozarela')).toEqual({ total: 1, product_nos: ['MOZARELA'] })
    expect((await find('mozarel')).total).toBeGreaterThan(24)
  })
})
