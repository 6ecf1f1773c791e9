import { describe, expect, it } from 'vitest'
import type { IndexedProduct } from '#search/index/index-content.ts'
import { createProductIndex } from '#search/index/product-index.ts'
import { SUGGESTIONS_MAX, type Suggestion } from '#search/suggest.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS } from '#search/trade-terms.ts'
import { makeProducts } from '#server/db/demo/products.ts'

const TERMS = compileTradeTerms(DEFAULT_TRADE_TERMS)
const PRODUCTS = makeProducts(1, 2_400).map(({ row }) => row as IndexedProduct)

const indexOf = (products: readonly IndexedProduct[]) => {
  const index = createProductIndex()
  index.apply(new Map(products.map((product) => [product.product_no, product])))
  return index
}

const INDEX = indexOf(PRODUCTS)

const suggest = (text: string, { index = INDEX, purchases = new Map<string, number>() } = {}) =>
  index.suggest({ text, terms: TERMS, purchases, limit: SUGGESTIONS_MAX })

const termsIn = (suggestions: readonly Suggestion[]): string[] =>
  suggestions.flatMap((one) => (one.kind === 'term' ? [one.text] : []))

const named = (name: RegExp): IndexedProduct => {
  const product = PRODUCTS.find((one) => name.test(one.name))
  if (!product) throw new Error(`No product is called ${name}`)
  return product
}

describe('the suggestions for a typed text', () => {
  it.each([
    ['tom', 'tomato ketchup'],
    ['chee', 'cheese'],
    ['chopped t', 'chopped tomatoes'],
    ['loo', 'loo roll'],
    ['tomatoe ketch', 'tomato ketchup'],
    ['mayonaisse', 'mayonnaise'],
  ])('offer for "%s" the term "%s"', async (text, term) => {
    expect(
      (await suggest(text)).flatMap((one) => (one.kind === 'term' ? [one.text] : [])).join(', '),
    ).toContain(term)
  })

  it('are there from the first letter, eight at most and none twice', async () => {
    for (const letter of 'abcdefghilmnoprstw') {
      const suggestions = await suggest(letter)
      expect(suggestions.length, letter).toBeGreaterThan(2)
      expect(suggestions.length, letter).toBeLessThanOrEqual(SUGGESTIONS_MAX)
      expect(new Set(suggestions.map((one) => JSON.stringify(one))).size).toBe(suggestions.length)
    }
  })

  it('find products, each of them', async () => {
    for (const text of ['to', 'che', 'mil', 'bre', 'ol', 'chick', 'past'])
      for (const term of termsIn(await suggest(text)))
        expect(
          (await suggest(term)).some(({ kind }) => kind === 'product'),
          term,
        ).toBe(true)
  })

  it('name a category that is called so, at its level', async () => {
    const { category, group, department } = named(/cheddar/i)
    const leaf = category || group || department
    const categories = (await suggest(leaf)).filter(({ kind }) => kind === 'category')
    expect(categories).toContainEqual(expect.objectContaining({ value: leaf }))
  })

  it('begin with what the customer buys', async () => {
    const bought = named(/salad tomatoes/i)
    const purchases = new Map([[bought.product_no, 3]])
    expect((await suggest('tom', { purchases }))[0]).toEqual({
      kind: 'product',
      product_no: bought.product_no,
    })
    expect((await suggest('chee', { purchases }))[0]).not.toMatchObject({ kind: 'product' })
  })

  it('lead from a code that is being typed to its product', async () => {
    const [{ product_no }] = PRODUCTS as [IndexedProduct]
    expect(await suggest(product_no)).toContainEqual({ kind: 'product', product_no })
  })

  it('repeat neither the text nor what means the same', async () => {
    expect(termsIn(await suggest('ketchup'))).not.toContain('ketchup')
    const yoghurts = termsIn(await suggest('yog')).filter((text) => /^yogh?urts?$/.test(text))
    expect(yoghurts.length).toBeLessThanOrEqual(1)
  })

  it('follow the products', async () => {
    const index = indexOf(PRODUCTS)
    const [base] = PRODUCTS as [IndexedProduct]
    const renamed = { ...base, name: 'Zucchero filato', brand: 'Quixotics' }
    index.apply(new Map([[base.product_no, renamed]]))
    expect(termsIn(await suggest('zucch', { index }))).toContain('zucchero filato')
    expect(termsIn(await suggest('quix', { index }))).toContain('quixotics')
    index.apply(new Map([[base.product_no, base]]))
    expect(termsIn(await suggest('quix', { index }))).not.toContain('quixotics')
  })

  it('are none for nothing and for signs alone', async () => {
    expect(await suggest('  ')).toEqual([])
    expect(await suggest('!?')).toEqual([])
  })
})
