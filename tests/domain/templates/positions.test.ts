import { describe, expect, test } from 'vitest'
import { positionsToMove } from '#domain/templates/positions.ts'
import { inShelfOrder } from '#domain/templates/view.ts'

const shelf = (...positions: [string, number][]) =>
  positions.map(([product_no, position]) => ({ product_no, position }))

const moved = (items: ReturnType<typeof shelf>, id: string, beforeId: string | null): string[] => {
  const changes = new Map(
    positionsToMove(items, id, beforeId).map(({ product_no, position }) => [product_no, position]),
  )
  return inShelfOrder(
    items.map((item) => ({ ...item, position: changes.get(item.product_no) ?? item.position })),
  ).map(({ product_no }) => product_no)
}

describe('moving an item on the shelf', () => {
  const ABC = shelf(['A', 1], ['B', 2], ['C', 3])

  test.each([
    ['between two others', 'A', 'B', ['B', 'A', 'C']],
    ['to the end', 'A', 'C', ['B', 'C', 'A']],
    ['to the front', 'C', null, ['C', 'A', 'B']],
    ['to its own place', 'B', 'A', ['A', 'B', 'C']],
  ])('%s', (_, id, beforeId, expected) => {
    expect(moved(ABC, id, beforeId)).toEqual(expected)
  })

  test('changes one item, or none if it is already there', () => {
    expect(positionsToMove(ABC, 'A', 'B')).toEqual([{ product_no: 'A', position: 2.5 }])
    expect(positionsToMove(ABC, 'B', 'A')).toEqual([])
  })

  test('renumbers the shelf when two positions have no room between them, any number of times', () => {
    let items = ABC
    for (let times = 0; times < 200; times += 1) {
      const last = items.at(-1)?.product_no ?? ''
      const first = items[0]?.product_no ?? ''
      const changes = new Map(
        positionsToMove(items, last, first).map(({ product_no, position }) => [product_no, position]),
      )
      const order = [first, last, ...items.slice(1, -1).map(({ product_no }) => product_no)]
      items = inShelfOrder(
        items.map((item) => ({ ...item, position: changes.get(item.product_no) ?? item.position })),
      )
      expect(items.map(({ product_no }) => product_no)).toEqual(order)
    }
  })

  test('separates items that share a position', () => {
    expect(moved(shelf(['A', 1], ['B', 1], ['C', 1]), 'C', 'A')).toEqual(['A', 'C', 'B'])
  })
})
