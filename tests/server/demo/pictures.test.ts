import sharp from 'sharp'
import { expect, it } from 'vitest'
import { drawProduct } from '#server/db/demo/pictures/draw-product.ts'
import type { DrawnProduct } from '#server/db/demo/pictures/drawn-product.ts'
import { makeProducts } from '#server/db/demo/products.ts'

const made = makeProducts(1, 2_400).map(({ row }) => row as DrawnProduct)
const families = new Map<string, DrawnProduct[]>()
for (const product of made) {
  const family = `${product.department}/${product.group}/${product.category}`
  families.set(family, [...(families.get(family) ?? []), product])
}

/** As someone sees it in a row. */
const pixelsOf = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).resize(24).ensureAlpha().raw().toBuffer()

it('draws every family, each product of it in its own way and always the same', () => {
  expect(families.size).toBeGreaterThan(200)
  for (const [family, products] of families) {
    const drawings = products.slice(0, 3).map((product) => drawProduct(product))
    for (const svg of drawings) {
      expect(svg, family).not.toMatch(/NaN|undefined|Infinity|<text|href/)
      expect(svg.length, family).toBeGreaterThan(3_000)
    }
    expect(new Set(drawings).size, family).toBe(drawings.length)
  }
  const [first] = made
  if (first) expect(drawProduct(first)).toBe(drawProduct({ ...first }))
})

it('fills its square, and families are told apart at the size of a row', async () => {
  const shown = [...families.values()].flatMap(([first]) => first ?? []).filter((_, at) => at % 12 === 0)
  const pictures = await Promise.all(shown.map((product) => pixelsOf(drawProduct(product, 96))))
  for (const [at, pixels] of pictures.entries()) {
    const covered = pixels.filter((alpha, place) => place % 4 === 3 && alpha > 128).length / (24 * 24)
    expect(covered, shown[at]?.name).toBeGreaterThan(0.12)
    expect(covered, shown[at]?.name).toBeLessThan(0.9)
  }
  expect(new Set(pictures.map((pixels) => pixels.toString('base64'))).size).toBe(pictures.length)
})
