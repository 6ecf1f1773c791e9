import { describe, expect, test } from 'vitest'
import { type AddOutcome, addOutcomeText, decideAll, undoAll, type Wanted } from '#domain/add-all.ts'
import type { Product } from '#domain/product.ts'
import { viewTrolly } from '#domain/trollies/view.ts'
import { LINES_MAX, QUANTITY_MAX, type TrollyLine } from '#domain/trolly.ts'
import { aProduct } from '#tests/checks/products.ts'
import { add, aHead, aLine, queued, set } from './trollies/builders.ts'

const NOW = new Date('2026-03-03T10:00:00.000Z')
const want = (product_no: string, quantity = 1): Wanted => ({ product_no, quantity, name: product_no })
const sold = (product_no: string, parts: Partial<Product> = {}): Product => ({
  ...aProduct({ product_no }),
  pricePence: 100,
  ...parts,
})

const decide = (
  wanted: Wanted[],
  parts: {
    lines?: TrollyLine[]
    queue?: ReturnType<typeof queued>[]
    products?: Product[]
    isListWhole?: boolean
    pricesHere?: boolean
  } = {},
) => {
  const { lines = [], queue = [], products = wanted.map(({ product_no }) => sold(product_no)) } = parts
  const view = viewTrolly({ head: aHead(), lines, queue })
  if (!view) throw new Error('No trolly')
  return decideAll({
    view,
    wanted,
    products: new Map(products.map((product) => [product.product_no, product])),
    isListWhole: parts.isListWhole ?? true,
    pricesHere: parts.pricesHere ?? true,
    now: NOW,
  })
}
const resultsOf = ({ outcomes }: { outcomes: AddOutcome[] }) => outcomes.map(({ result }) => result)
const textsOf = ({ outcomes }: { outcomes: AddOutcome[] }) => outcomes.map(addOutcomeText)

describe('adding all', () => {
  test('gives a result for each product, in the requested order', () => {
    const decided = decide([want('A', 2), want('P1', 3), want('GONE')], {
      lines: [aLine({ quantity: 4 })],
      products: [sold('A'), sold('P1')],
    })
    expect(textsOf(decided)).toEqual(['2 added', '3 more added, now 7', 'Not added: no longer sold'])
    expect(decided.operations).toMatchObject([
      { kind: 'add', product_no: 'A', quantity: 2, toPresent: false, seenPricePence: 100 },
      { kind: 'add', product_no: 'P1', quantity: 3, toPresent: true },
    ])
    expect(decided.operations.map((operation) => 'addedAt' in operation && operation.addedAt)).toEqual([
      '2026-03-03T10:00:00.000Z',
      '2026-03-03T10:00:00.001Z',
    ])
  })

  test('fills up to a par level, with what the trolly has', () => {
    const par = (product_no: string, quantity: number): Wanted => ({
      ...want(product_no, quantity),
      fillsUp: true,
    })
    const decided = decide([par('P1', 6), par('A', 3)], { lines: [aLine({ quantity: 4 })] })
    expect(textsOf(decided)).toEqual(['2 more added, now 6', '3 added'])
    expect(decided.operations).toMatchObject([
      { product_no: 'P1', quantity: 2 },
      { product_no: 'A', quantity: 3 },
    ])
    const full = decide([par('P1', 4)], { lines: [aLine({ quantity: 5 })] })
    expect(textsOf(full)).toEqual(['5 in the trolly already'])
    expect(full.operations).toEqual([])
  })

  test('adds short, sold-out and unpriced products, with a note', () => {
    const decided = decide([want('A', 6), want('B'), want('C'), want('D', 500)], {
      products: [
        sold('A', { stockQuantity: 3 }),
        sold('B', { stockQuantity: 0 }),
        sold('C', { pricePence: null }),
        sold('D', { stockQuantity: 100 }),
      ],
    })
    expect(textsOf(decided)).toEqual([
      '6 added. Only 3 in stock',
      '1 added. Out of stock',
      '1 added. No price at the moment',
      '500 added',
    ])
    expect(decided.operations).toHaveLength(4)
  })

  test('counts the trolly’s quantity towards the stock', () => {
    const decided = decide([want('P1', 2)], {
      lines: [aLine({ quantity: 2 })],
      products: [sold('P1', { stockQuantity: 3 })],
    })
    expect(textsOf(decided)).toEqual(['2 added, now 4. Only 3 in stock'])
  })

  test('leaves a product unknown to this device to the server while the list is incomplete', () => {
    expect(resultsOf(decide([want('A')], { products: [], isListWhole: false }))).toEqual(['added'])
    expect(resultsOf(decide([want('A')], { products: [], isListWhole: true }))).toEqual(['notSold'])
  })

  test('keeps within the limits of lines and quantities', () => {
    const lines = Array.from({ length: LINES_MAX - 1 }, (_, at) => aLine({ product_no: `L${at}` }))
    const decided = decide([want('L0', QUANTITY_MAX), want('A'), want('B'), want('L1')], { lines })
    expect(resultsOf(decided)).toEqual(['quantityFull', 'added', 'linesFull', 'increased'])
    expect(textsOf(decided)[0]).toBe('Not added: the maximum is 9,999, and the trolly has 4')
    expect(textsOf(decided)[2]).toBe('Not added: the trolly is full (1,000 lines)')
  })

  test('skips a line that needs a decision', () => {
    const refusal = { code: 'version_mismatch', message: '', status: 412, line: aLine() }
    const queue = [queued(1, set(9), { state: 'attention', refusal })]
    const decided = decide([want('P1')], { lines: [aLine()], queue })
    expect(resultsOf(decided)).toEqual(['undecided'])
    expect(decided.operations).toEqual([])
  })

  test('sums a product requested twice, and reports one without a quantity', () => {
    const decided = decide([want('A', 2), want('B', 0), want('A', 3)])
    expect(textsOf(decided)).toEqual(['5 added', 'Not added: no quantity set'])
  })
})

describe('undoing all', () => {
  const viewOf = (lines: TrollyLine[], queue: ReturnType<typeof queued>[] = []) => {
    const view = viewTrolly({ head: aHead(), lines, queue })
    if (!view) throw new Error('No trolly')
    return view
  }

  test('removes what was added, but nothing that was there before or came later', () => {
    const { outcomes } = decide([want('A', 2), want('P1', 3), want('GONE')], {
      lines: [aLine({ quantity: 4 })],
      products: [sold('A'), sold('P1')],
    })
    const view = viewOf([aLine({ quantity: 4 })], [queued(1, add(2, 'A')), queued(2, add(3, 'P1'))])
    expect(undoAll(view, outcomes, NOW)).toMatchObject([
      { kind: 'remove', product_no: 'A' },
      { kind: 'set', product_no: 'P1', quantity: 4 },
    ])
    const changed = viewOf([aLine({ quantity: 9 })], [])
    expect(undoAll(changed, outcomes, NOW)).toMatchObject([{ kind: 'set', product_no: 'P1', quantity: 6 }])
  })
})
