import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AA_GRAPHIC, contrast } from '#src/ui/theme/contrast.ts'
import { DESK_QUERY } from '#src/ui/theme/use-media.ts'

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

describe('the specification’s section 9', () => {
  it('below 1280 px is mobile', () => {
    // At the usual size of text, 16 px.
    expect(DESK_QUERY).toBe(`(min-width: ${1280 / 16}em)`)
  })

  it('a press is shown after 80 ms, wherever one changes the ground', () => {
    expect(read('theme/tokens.css')).toContain('--press-delay: 80ms;')
    const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => ({ name, text: readFileSync(join(SRC, name), 'utf8') }))
      .filter(({ text }) => /:active[^{]*\{[^}]*background/.test(text))
    expect(sheets.length).toBeGreaterThan(1)
    expect(sheets.filter(({ text }) => !text.includes('var(--press-delay)'))).toEqual([])
  })
})

const SRC = join(import.meta.dirname, '../../../src')

/** A change anywhere in the page would restyle every row that has its own `:has()` rule: ten times the work of a tap. */
it('no style sheet makes the root depend on the page’s content', () => {
  const folder = SRC
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
