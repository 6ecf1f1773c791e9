import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CompanyColours, companyTheme, type Scheme, SURFACES } from '#src/ui/theme/company-theme.ts'
import { contrast, findHexColour, textOn } from '#src/ui/theme/contrast.ts'

const AWKWARD = [
  '#ffff00',
  '#ffd400',
  '#ffffff',
  '#808080',
  '#767676',
  '#777777',
  '#000000',
  '#00447e',
  '#ff0000',
  '#00ff00',
  '#39ff14',
  '#14181d',
  '#f7f8f9',
]
const SCHEMES: Scheme[] = ['light', 'dark']

describe.each(AWKWARD)('a company whose primary colour is %s', (colour) => {
  describe.each(SCHEMES)('in the %s scheme', (scheme) => {
    const theme = companyTheme({
      primary_colour: colour,
      secondary_colour: colour,
      app_bar_colour: colour,
      footer_colour: colour,
    })[scheme]
    const of = (name: `--${string}`) => theme[name] ?? ''

    it.each([
      ['--on-primary', '--primary'],
      ['--on-primary', '--primary-hover'],
      ['--on-primary', '--primary-press'],
      ['--on-bar', '--bar'],
      ['--on-bar-soft', '--bar'],
      ['--on-bar-amber', '--bar'],
      ['--on-bar', '--bar-fill'],
      ['--on-desk-bar', '--desk-bar'],
      ['--on-desk-bar-soft', '--desk-bar'],
      ['--primary-ink', '--primary-fill'],
      ['--on-secondary', '--secondary'],
      ['--primary-ink', '--footer'],
      ['--secondary-ink', '--footer'],
    ] as const)('makes %s legible on %s', (text, ground) => {
      expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5)
    })

    it('makes its colours legible as text on every surface', () => {
      const { surface, canvas, raised, fill } = SURFACES[scheme]
      for (const ground of [surface, canvas, raised, fill]) {
        expect(contrast(of('--primary-ink'), ground)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(of('--secondary-ink'), ground)).toBeGreaterThanOrEqual(4.5)
      }
    })

    it('only tints the footer, with text in the page’s colour', () => {
      const { raised, ink } = SURFACES[scheme]
      expect(contrast(of('--footer'), raised)).toBeLessThan(1.8)
      expect(contrast(of('--footer'), ink)).toBeGreaterThanOrEqual(9)
      for (const text of ['--ink-soft', '--amber', '--red'])
        expect(contrast(of('--footer'), declared(scheme, text))).toBeGreaterThanOrEqual(4.5)
    })

    it('gives the main action a visible edge', () => {
      expect(contrast(of('--primary-edge'), SURFACES[scheme].surface)).toBeGreaterThanOrEqual(3)
    })
  })
})

describe('companyTheme', () => {
  it('keeps a configured colour exact on a light page', () => {
    expect(companyTheme({ primary_colour: '#FFD400' }).light['--primary']).toBe('#ffd400')
  })

  it('uses the primary colour where there is no secondary one', () => {
    const of = (colours: CompanyColours) => companyTheme(colours).light['--secondary']
    expect(of({ primary_colour: '#aa0000', secondary_colour: '' })).toBe('#aa0000')
    expect(of({ primary_colour: '#aa0000', company_secondary_colour: '#00aa00' })).toBe('#00aa00')
    expect(of({ secondary_colour: '#0000aa', company_secondary_colour: '#00aa00' })).toBe('#0000aa')
  })

  it('ignores invalid colours', () => {
    expect(companyTheme({ primary_colour: 'navy-ish', app_bar_colour: '' })).toEqual(companyTheme())
  })

  it.each([
    ['1', '#aa0000'],
    ['0', '#00aa00'],
  ])('gives the top bar the company’s colour if its flag is %s', (flag, expected) => {
    const theme = companyTheme({
      app_bar_use_company_primary_colour: flag,
      company_primary_colour: '#aa0000',
      app_bar_colour: '#00aa00',
    })
    expect(theme.light['--bar']).toBe(expected)
  })

  it.each([
    ['#ffffff', '#ffffff', '#0f1317'],
    ['#f4f4f6', '#f4f4f6', '#0f1317'],
    ['#ffd400', '#ffd400', '#3a3613'],
    ['#222222', '#222222', '#0f1317'],
  ])('makes a top bar of %s %s in light mode and %s in dark mode', (colour, light, dark) => {
    const theme = companyTheme({ app_bar_colour: colour })
    expect([theme.light['--bar'], theme.dark['--bar']]).toEqual([light, dark])
  })

  it('uses the surfaces of tokens.css', () => {
    const names = {
      surface: '--surface',
      canvas: '--canvas',
      raised: '--raised',
      fill: '--fill',
      ink: '--ink',
    }
    for (const scheme of SCHEMES)
      for (const [key, value] of Object.entries(SURFACES[scheme]))
        expect(declared(scheme, names[key as keyof typeof names])).toBe(value)
  })

  it('makes every state colour legible on its fill and on the page', () => {
    for (const scheme of SCHEMES) {
      for (const state of ['amber', 'red', 'green', 'blue', 'offer', 'ambient', 'chilled', 'frozen']) {
        for (const ground of [`--${state}-fill`, '--surface', '--canvas']) {
          expect(contrast(declared(scheme, `--${state}`), declared(scheme, ground))).toBeGreaterThanOrEqual(
            4.5,
          )
        }
      }
      for (const ground of ['--surface', '--canvas', '--raised', '--fill']) {
        expect(contrast(declared(scheme, '--ink-soft'), declared(scheme, ground))).toBeGreaterThanOrEqual(4.5)
      }
      expect(
        contrast(declared(scheme, '--line-strong'), declared(scheme, '--surface')),
      ).toBeGreaterThanOrEqual(3)
    }
  })
})

describe('textOn', () => {
  it('finds legible text for every grey', () => {
    for (let level = 0; level < 256; level += 1) {
      const grey = `#${level.toString(16).padStart(2, '0').repeat(3)}`
      expect(contrast(textOn(grey), grey)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('findHexColour', () => {
  it.each([
    ['#ABC', '#aabbcc'],
    ['00447e', '#00447e'],
    [' #00447EFF ', '#00447e'],
  ])('reads %s', (text, colour) => expect(findHexColour(text)).toBe(colour))

  it.each(['', 'red', '#12', '#12345', 'rgb(0,0,0)', undefined, null])('rejects %s', (text) =>
    expect(findHexColour(text)).toBeUndefined(),
  )
})

const css = readFileSync(join(import.meta.dirname, '../../../src/ui/theme/tokens.css'), 'utf8')

function declared(scheme: Scheme, name: string): string {
  const both = new RegExp(`\\s${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css)
  const value = both?.[scheme === 'light' ? 1 : 2]
  if (value === undefined) throw new Error(`tokens.css does not declare ${name}`)
  return value
}
