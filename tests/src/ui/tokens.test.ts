import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AA_GRAPHIC, contrast } from '#src/ui/theme/contrast.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../src/ui', path), 'utf8')

/** The colours of tokens.css, by day and by night. */
const COLOURS = [...read('theme/tokens.css').matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)]

describe.each([
  ['light', 2],
  ['dark', 3],
])('the chosen part of a segmented control, %s', (_, at) => {
  const colours = Object.fromEntries(COLOURS.map((found) => [found[1], found[at]]))

  it('has an edge that is seen on its ground', () => {
    const chosen = /\.chosen \{(.*?)\}/s.exec(read('theme/mantine-theme.module.css'))?.[1]
    const edge = /box-shadow: inset 0 0 0 2px var\(--([\w-]+)\)/.exec(chosen ?? '')?.[1] ?? ''
    for (const ground of ['fill', 'surface-raised'])
      expect(contrast(colours[edge] ?? '', colours[ground] ?? '')).toBeGreaterThanOrEqual(AA_GRAPHIC)
  })
})
