import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AA_GRAPHIC, contrast } from '#src/ui/theme/contrast.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../src/ui', path), 'utf8')

/** The colours that a block of tokens.css sets. */
const coloursOf = (block: string | undefined): Record<string, string> =>
  Object.fromEntries(
    [...(block ?? '').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  )

const [light, dark] = read('theme/tokens.css').split(':root[data-mantine-color-scheme="dark"] {')

describe.each([
  ['light', coloursOf(light)],
  ['dark', coloursOf(dark?.split('\n}')[0])],
])('the chosen part of a segmented control, %s', (_, colours) => {
  it('has an edge that is seen on its ground', () => {
    const chosen = /\.chosen \{(.*?)\}/s.exec(read('theme/mantine-theme.module.css'))?.[1]
    const edge = /box-shadow: inset 0 0 0 2px var\(--([\w-]+)\)/.exec(chosen ?? '')?.[1] ?? ''
    for (const ground of ['fill', 'surface-raised'])
      expect(contrast(colours[edge] ?? '', colours[ground] ?? '')).toBeGreaterThanOrEqual(AA_GRAPHIC)
  })
})
