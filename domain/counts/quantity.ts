import { QUANTITY_MAX } from '#domain/trolly.ts'

/** "3½". */
export const halvesText = (halves: number): string => {
  const whole = Math.floor(halves / 2)
  if (halves % 2 === 0) return String(whole)
  return whole === 0 ? '½' : `${whole}½`
}

/** "3", "3½" and "3.5" alike. @returns half packs; undefined for anything else */
export const parseHalves = (text: string): number | undefined => {
  const [, whole = '', half] = /^(\d{0,4})(½|[.,][05]?)?$/.exec(text.trim()) ?? []
  if (whole === '' && half !== '½') return undefined
  const halves = 2 * Number(whole) + (half === '½' || half?.endsWith('5') ? 1 : 0)
  return halves <= 2 * QUANTITY_MAX ? halves : undefined
}

type Missing = {
  /** null: none is set, so nothing is missing. */
  par: number | null
  /** On the shelf; null: not counted, so nothing is known to be missing. */
  halves: number | null
  inTrolly: number
}

/** Whole packs that bring the shelf and the trolly up to the par. */
export const quantityMissing = ({ par, halves, inTrolly }: Missing): number =>
  par === null || halves === null ? 0 : Math.max(0, Math.ceil(par - halves / 2) - inTrolly)
