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
  /** Without one, a phone's top bar has the primary colour and a desk's none. '1' below: company_primary_colour instead. */
  app_bar_use_company_primary_colour?: string | null
}

export type Scheme = 'light' | 'dark'

/** CSS variables. */
export type CompanyTheme = Record<Scheme, Record<`--${string}`, string>>

/** Specification section 9. */
export const DEFAULT_PRIMARY = '#00447e'

/** Must equal --canvas, --surface, --raised, --fill and --ink of tokens.css; a test compares them. */
export const SURFACES = {
  light: { canvas: '#f6f3ee', surface: '#ffffff', raised: '#ffffff', fill: '#f2eee7', ink: '#18212b' },
  dark: { canvas: '#0f1317', surface: '#171c22', raised: '#1f262d', fill: '#242b33', ink: '#edf0f3' },
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
  const surfaces = [base.surface, base.canvas, base.raised]
  const configured = findHexColour(colours.primary_colour) ?? findHexColour(colours.company_primary_colour)
  const primary = onScheme(configured ?? DEFAULT_PRIMARY, scheme)
  const onPrimary = textOn(primary)
  const primaryFill = mix(base.surface, primary, scheme === 'light' ? 0.09 : 0.2)
  const configuredBar = barColour(colours)
  const bar = grounded(configuredBar ?? configured ?? DEFAULT_PRIMARY, base.canvas, scheme)
  const footerColour = findHexColour(colours.footer_colour)
  const footer =
    footerColour === undefined
      ? base.raised
      : tint(base.raised, footerColour, scheme === 'light' ? 0.08 : 0.12)
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
    ...onBar('', bar),
    ...(configuredBar === undefined ? PLAIN_DESK_BAR : onBar('desk-', bar)),
    '--footer': footer,
  }
}

/** The bar and what lies on it: text, quiet text, what presses for time, and a button's ground. */
function onBar(kind: '' | 'desk-', bar: string): Record<`--${string}`, string> {
  const text = textOn(bar)
  const towardsText = mix(bar, text, 0.12)
  const fill = contrast(towardsText, text) >= AA_TEXT ? towardsText : shade(bar, text, 0.12)
  return {
    [`--${kind}bar`]: bar,
    [`--on-${kind}bar`]: text,
    [`--on-${kind}bar-soft`]: visibleOn(mix(text, bar, 0.25), [bar], AA_TEXT),
    [`--on-${kind}bar-amber`]: visibleOn(AMBER, [bar], AA_TEXT),
    [`--${kind}bar-fill`]: fill,
  }
}

const AMBER = '#ffd58a'

const PLAIN_DESK_BAR = {
  '--desk-bar': 'var(--surface)',
  '--on-desk-bar': 'var(--ink)',
  '--on-desk-bar-soft': 'var(--ink-soft)',
  '--on-desk-bar-amber': 'var(--amber)',
  '--desk-bar-fill': 'var(--fill)',
} as const

/** Lightens a dark colour on a dark page, so that the main action stands out as much as on a light one. */
function onScheme(colour: string, scheme: Scheme): string {
  return scheme === 'light' ? colour : visibleOn(colour, [SURFACES.dark.surface], AAA_TEXT)
}

/** On a dark page a configured background would glare, so it only tints the page's own. */
function grounded(colour: string, own: string, scheme: Scheme): string {
  return scheme === 'light' ? colour : tint(own, colour, 0.18)
}

function tint(own: string, colour: string, share: number): string {
  return isNeutral(colour) ? own : mix(own, colour, share)
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
