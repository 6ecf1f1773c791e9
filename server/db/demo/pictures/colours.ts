import { randomOf } from '#server/db/demo/random.ts'

/** A brand's colours are the same on all its goods. */
export type BrandColours = {
  /** Of the label. */
  main: string
  deep: string
  accent: string
  /** Letters on `main`. */
  ink: string
  style: LabelStyle
}

export const LABEL_STYLES = ['solid', 'band', 'medal', 'plain', 'slant'] as const
export type LabelStyle = (typeof LABEL_STYLES)[number]

/** Pairs that are told apart by far and read well: the label, and its ornament. */
const SCHEMES = [
  ['#0f5132', '#f2c14e'],
  ['#8c1c13', '#f6e7cb'],
  ['#1d3557', '#e9c46a'],
  ['#b5451b', '#fbe3b4'],
  ['#264653', '#e76f51'],
  ['#5b2a86', '#f4d35e'],
  ['#0b6e8f', '#ffd9a0'],
  ['#2f3e2e', '#d9a441'],
  ['#7a1236', '#f7c6b3'],
  ['#c2571a', '#fff1d0'],
  ['#13315c', '#f28c5b'],
  ['#3d5a1f', '#f7e27a'],
  ['#20504f', '#f0b67f'],
  ['#433a7c', '#f6a6b2'],
  ['#9c2f2f', '#ffe08a'],
  ['#00584f', '#f5efe0'],
] as const

const OWN_LABEL = ['#3c474f', '#e8e2d6'] as const

export const brandColours = (brand: string): BrandColours => {
  const random = randomOf(1, `brand ${brand}`)
  const [main, accent] = brand === '' ? OWN_LABEL : random.pick(SCHEMES)
  const style = brand === '' ? 'plain' : random.pick(LABEL_STYLES)
  return { main, accent, deep: mixed(main, '#000000', 0.35), ink: '#ffffff', style }
}

/** @param share of the second */
export const mixed = (first: string, second: string, share: number): string => {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [first, second].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round((a ?? 0) * (1 - share) + (b ?? 0) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

export const lighter = (colour: string, share = 0.3): string => mixed(colour, '#ffffff', share)
export const darker = (colour: string, share = 0.3): string => mixed(colour, '#000000', share)
