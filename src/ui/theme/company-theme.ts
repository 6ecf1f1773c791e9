import { luminance } from '@mantine/core'
import {
  AA_GRAPHIC,
  AA_TEXT,
  AAA_TEXT,
  contrast,
  findHexColour,
  isNeutral,
  mix,
  textOn,
  visibleOn,
} from './contrast.ts'

/** Specification section 3, general.theme; all optional, any text. */
export type CompanyColours = {
  primary_colour?: string | null
  company_primary_colour?: string | null
  /** Counts and progress; without one, the primary colour. */
  secondary_colour?: string | null
  company_secondary_colour?: string | null
  app_bar_colour?: string | null
  footer_colour?: string | null
  /** '1': the top bar uses company_primary_colour instead of app_bar_colour. */
  app_bar_use_company_primary_colour?: string | null
}

export type Scheme = 'light' | 'dark'

/** CSS variables. */
export type CompanyTheme = Record<Scheme, Record<`--${string}`, string>>

/** Specification section 9. */
export const DEFAULT_PRIMARY = '#00447e'

/** Must equal --surface, --surface-side, --surface-raised, --fill and --ink of tokens.css; a test compares them. */
export const SURFACES = {
  light: { surface: '#ffffff', side: '#f7f8f9', raised: '#ffffff', fill: '#f1f3f5', ink: '#16202a' },
  dark: { surface: '#14181d', side: '#101418', raised: '#1c2229', fill: '#20262d', ink: '#e9edf1' },
} as const

/** Guarantees AA text and a visible main action for any colours, by adjusting them. Invalid colours count as absent. */
export function companyTheme(colours: CompanyColours = {}): CompanyTheme {
  return { light: variables(colours, 'light'), dark: variables(colours, 'dark') }
}

/** For a page that shows before its script runs. */
export function companyStyles(colours: CompanyColours): string {
  const { light, dark } = companyTheme(colours)
  const rules = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')
  const root = ':root:root:root'
  return `${root}{${rules(light)}}${root}[data-mantine-color-scheme="dark"]{${rules(dark)}}`
}

function variables(colours: CompanyColours, scheme: Scheme): Record<`--${string}`, string> {
  const base = SURFACES[scheme]
  const surfaces = [base.surface, base.side, base.raised]
  const configured = findHexColour(colours.primary_colour) ?? findHexColour(colours.company_primary_colour)
  const primary = onScheme(configured ?? DEFAULT_PRIMARY, scheme)
  const onPrimary = textOn(primary)
  const primaryFill = mix(base.surface, primary, scheme === 'light' ? 0.09 : 0.2)
  const bar = grounded(barColour(colours), base.surface, scheme)
  const footerColour = findHexColour(colours.footer_colour)
  const footer = footerColour === undefined ? base.side : tint(base.side, footerColour, scheme)
  const secondary = onScheme(secondaryColour(colours) ?? configured ?? DEFAULT_PRIMARY, scheme)
  return {
    '--primary': primary,
    '--primary-hover': shade(primary, onPrimary, 0.12),
    '--primary-press': shade(primary, onPrimary, 0.22),
    '--primary-edge': visibleOn(primary, surfaces, AA_GRAPHIC),
    '--on-primary': onPrimary,
    // At AA, the current item on a dark page would be dimmer than the white text around it.
    '--primary-ink': visibleOn(
      primary,
      [...surfaces, base.fill, primaryFill, footer],
      scheme === 'light' ? AA_TEXT : AAA_TEXT,
    ),
    '--primary-fill': primaryFill,
    '--secondary': secondary,
    '--on-secondary': textOn(secondary),
    '--secondary-ink': visibleOn(secondary, [...surfaces, base.fill, footer], AA_TEXT),
    '--bar': bar,
    '--on-bar': bar === base.surface ? base.ink : textOn(bar),
    '--footer': footer,
  }
}

/** Lightens a dark colour on a dark page until it is visible. */
function onScheme(colour: string, scheme: Scheme): string {
  return scheme === 'light' ? colour : visibleOn(colour, [SURFACES.dark.surface], AA_GRAPHIC - 0.2)
}

/** On a dark page a configured background would glare, so it only tints the page's own. */
function grounded(colour: string | undefined, own: string, scheme: Scheme): string {
  if (colour === undefined || scheme === 'light') return colour ?? own
  return tint(own, colour, scheme)
}

function tint(own: string, colour: string, scheme: Scheme): string {
  return isNeutral(colour) ? own : mix(own, colour, scheme === 'light' ? 0.08 : 0.18)
}

/** Away from the text's colour, so that pressing a button never lowers its contrast. */
function shade(colour: string, text: string, share: number): string {
  const away = luminance(text) > luminance(colour) ? '#000000' : '#ffffff'
  const shaded = mix(colour, away, share)
  return contrast(shaded, text) >= AA_TEXT ? shaded : colour
}

const secondaryColour = (colours: CompanyColours): string | undefined =>
  findHexColour(colours.secondary_colour) ?? findHexColour(colours.company_secondary_colour)

function barColour(colours: CompanyColours): string | undefined {
  const company = findHexColour(colours.company_primary_colour) ?? findHexColour(colours.primary_colour)
  return colours.app_bar_use_company_primary_colour === '1' ? company : findHexColour(colours.app_bar_colour)
}
