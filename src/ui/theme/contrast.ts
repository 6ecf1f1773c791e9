/**
 * Colour arithmetic for configured colours: which text is legible on a colour, and how far a colour must move until it
 * is visible on a surface. Formulas are those of WCAG 2.2 (relative luminance, contrast ratio). Colours are `#rrggbb`.
 */

export const AA_TEXT = 4.5
export const AA_GRAPHIC = 3

/** Reads `#rgb`, `#rrggbb` or `#rrggbbaa` (alpha dropped) in any case; undefined where it is none of these. */
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

/**
 * Text for a background: the more legible of the two given, or pure black or white where neither reaches AA. One of
 * black and white always does, since the worst background for both still gives 4.58.
 */
export function textOn(background: string, light = '#ffffff', dark = '#16202a'): string {
  const best = (one: string, other: string) =>
    contrast(one, background) >= contrast(other, background) ? one : other
  const preferred = best(light, dark)
  return contrast(preferred, background) >= AA_TEXT ? preferred : best('#ffffff', '#000000')
}

/** The nearest colour to `colour`, moved towards black or white, that has at least `ratio` on each of `surfaces`. */
export function visibleOn(colour: string, surfaces: readonly string[], ratio: number): string {
  const first = surfaces[0] ?? '#ffffff'
  const towards = luminance(first) > 0.18 ? '#000000' : '#ffffff'
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, towards, share)
    if (surfaces.every((surface) => contrast(candidate, surface) >= ratio)) return candidate
  }
  return towards
}

/** `share` 0 is all `from`, 1 is all `to`. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)]
  return `#${a
    .map((value, i) => Math.round(value + ((b[i] ?? 0) - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

/** Whether it is white, black or a grey, or so close to one that nobody would call it a colour. */
export function isNeutral(colour: string): boolean {
  const parts = channels(colour)
  return Math.max(...parts) - Math.min(...parts) < 24
}

/** Relative luminance, 0 (black) to 1 (white). */
export function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
    const c = value / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
