import { luminance, toRgba } from '@mantine/core'

/** Legibility of configured colours (`#rrggbb`) by WCAG 2.2: relative luminance and contrast ratio. */

export const AA_TEXT = 4.5
export const AAA_TEXT = 7
export const AA_GRAPHIC = 3

/** Reads `#rgb`, `#rrggbb` or `#rrggbbaa` (alpha dropped) in any case. */
export function findHexColour(text: string | undefined | null): string | undefined {
  const digits = /^\s*#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})\s*$/i.exec(text ?? '')?.[1]?.toLowerCase()
  if (digits === undefined) return undefined
  return digits.length === 3 ? `#${[...digits].map((d) => d + d).join('')}` : `#${digits.slice(0, 6)}`
}

/** 1 (the same) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

/** The more legible of the two, or black or white if neither reaches AA: one of these always has at least 4.58. */
export function textOn(background: string, light = '#ffffff', dark = '#16202a'): string {
  const best = (one: string, other: string) =>
    contrast(one, background) >= contrast(other, background) ? one : other
  const preferred = best(light, dark)
  return contrast(preferred, background) >= AA_TEXT ? preferred : best('#ffffff', '#000000')
}

/**
 * Moves `colour` towards black or white until it has at least `ratio` on each surface. On the way to white it first becomes as
 * bright as its hue allows, as mixing alone would make it grey.
 */
export function visibleOn(colour: string, surfaces: readonly string[], ratio: number): string {
  const first = surfaces[0] ?? '#ffffff'
  const path = luminance(first) > 0.18 ? [colour, '#000000'] : [colour, brightest(colour), '#ffffff']
  for (const [leg, towards] of path.slice(1).entries()) {
    for (let share = 0; share < 1; share += 0.02) {
      const candidate = mix(path[leg] ?? colour, towards, share)
      if (surfaces.every((surface) => contrast(candidate, surface) >= ratio)) return candidate
    }
  }
  return path.at(-1) ?? colour
}

function brightest(colour: string): string {
  const parts = channels(colour)
  const most = Math.max(1, ...parts)
  return hexOf(parts.map((part) => (part * 255) / most))
}

/** `share` 0 is all `from`, 1 is all `to`. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)]
  return hexOf(a.map((value, i) => value + ((b[i] ?? 0) - value) * share))
}

const hexOf = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** White, black, grey or nearly so. */
export function isNeutral(colour: string): boolean {
  const parts = channels(colour)
  return Math.max(...parts) - Math.min(...parts) < 24
}

function channels(colour: string): number[] {
  const { r, g, b } = toRgba(colour)
  return [r, g, b]
}
