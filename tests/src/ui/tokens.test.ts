import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AA_GRAPHIC, contrast } from '#src/ui/theme/contrast.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../src/ui', path), 'utf8')

/** The colours of tokens.css, light and dark. */
const COLOURS = [...read('theme/tokens.css').matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)]

describe.each([
  ['light', 2],
  ['dark', 3],
])('the selected part of a segmented control, %s', (_, at) => {
  const colours = Object.fromEntries(COLOURS.map((found) => [found[1], found[at]]))

  it('has a visible edge on its background', () => {
    const chosen = /\.chosen \{(.*?)\}/s.exec(read('theme/mantine-theme.module.css'))?.[1]
    const edge = /box-shadow: inset 0 0 0 2px var\(--([\w-]+)\)/.exec(chosen ?? '')?.[1] ?? ''
    for (const ground of ['fill', 'raised'])
      expect(contrast(colours[edge] ?? '', colours[ground] ?? '')).toBeGreaterThanOrEqual(AA_GRAPHIC)
  })
})

/** A change anywhere in the page would restyle every row that has its own `:has()` rule: ten times the work of a tap. */
it('no style sheet makes the root depend on the page’s content', () => {
  const folder = join(import.meta.dirname, '../../../src')
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  )
  expect(sheets.length).toBeGreaterThan(50)
  const depending = sheets.filter((name) =>
    /(html|body|:root)[^\s,{]*:has\(/.test(readFileSync(join(folder, name), 'utf8')),
  )
  expect(depending).toEqual([])
})

it('list rows do not use :has(), which would be evaluated on every change', () => {
  for (const name of ['product-row', 'row-list', 'row-place'])
    expect(read(`list/${name}.module.css`)).not.toContain(':has(')
})
