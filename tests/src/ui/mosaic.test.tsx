import { expect, test } from 'vitest'
import { Mosaic } from '#src/ui/list/mosaic.tsx'
import { drawingsIn } from '#tests/support/drawings.ts'
import { renderPart } from './render.tsx'

test.each([
  [['milk', 'carrot', 'tin', 'wine', 'rice'], 4],
  [['milk', 'milk', 'carrot', 'tin'], 3],
  [['milk'], 1],
])('a mosaic of %j shows %i pictures', (marks, count) => {
  const { container } = renderPart(<Mosaic pictures={marks.map((mark) => ({ mark }))} />)
  expect(drawingsIn(container)).toEqual([...new Set(marks)].slice(0, count))
})
