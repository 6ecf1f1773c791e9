import { expect, test } from 'vitest'
import { Mosaic } from '#src/ui/list/mosaic.tsx'
import { renderPart } from './render.tsx'

test.each([
  [['milk', 'carrot', 'tin', 'wine', 'rice'], 4],
  [['milk', 'carrot', 'tin'], 3],
  [['milk'], 1],
])('a mosaic of %j shows %i pictures', (marks, count) => {
  const { container } = renderPart(<Mosaic pictures={marks.map((mark) => ({ mark }))} />)
  const drawings = [...container.querySelectorAll('use')].map(
    (use) => use.getAttribute('href')?.split('#')[1],
  )
  expect(drawings).toEqual(marks.slice(0, count))
})
