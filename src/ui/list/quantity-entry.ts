/**
 * What a quantity box shows while a person types and its owner is slow to follow. The box's truth is the `value` it is
 * given; over it lie the quantities already handed on (`sent`, oldest first) until the value catches up with them, and
 * over those the digits being typed (`draft`), which no change of the value ever takes away.
 */
export type QuantityEntry = {
  draft: string | undefined
  sent: readonly number[]
}

export type QuantityLimits = {
  /** Smallest quantity above zero. Zero is always allowed: it takes the line away. */
  min: number
  max: number
  /** Quantities are multiples of it. */
  step: number
}

export const NOTHING_ENTERED: QuantityEntry = { draft: undefined, sent: [] }

/** The quantity without digits still being typed. */
export function standingQuantity(entry: QuantityEntry, value: number): number {
  return entry.sent.at(-1) ?? value
}

/** What the box shows. Nothing chosen yet shows as an empty box. */
export function shownQuantity(entry: QuantityEntry, value: number): string {
  if (entry.draft !== undefined) return entry.draft
  const standing = standingQuantity(entry, value)
  return standing === 0 ? '' : String(standing)
}

export function withDraft(entry: QuantityEntry, draft: string | undefined): QuantityEntry {
  return { ...entry, draft }
}

/** A quantity was handed to the owner: it shows from now on. */
export function withSent(entry: QuantityEntry, quantity: number): QuantityEntry {
  return { draft: undefined, sent: [...entry.sent, quantity] }
}

/**
 * The value changed. One that was handed on confirms itself and all before it; any other came from elsewhere (another
 * device, a merge) and is the truth at once.
 */
export function withValue(entry: QuantityEntry, value: number): QuantityEntry {
  const confirmed = entry.sent.indexOf(value)
  return { ...entry, sent: confirmed === -1 ? [] : entry.sent.slice(confirmed + 1) }
}

/** The owner refused, or never answered: back to the truth. */
export function withoutSent(entry: QuantityEntry): QuantityEntry {
  return { ...entry, sent: [] }
}

export type ParsedQuantity = { quantity: number } | { problem: string }

/** Reads typed text. Blank is not a quantity: leaving the box empty changes nothing. */
export function parseQuantity(text: string, { min, max, step }: QuantityLimits): ParsedQuantity {
  const digits = text.trim()
  if (!/^\d+$/.test(digits)) return { problem: 'Whole numbers only' }
  const quantity = Number(digits)
  if (quantity === 0) return { quantity }
  if (quantity > max) return { problem: `Maximum ${withCommas(max)}` }
  if (quantity < min) return { problem: `Minimum ${withCommas(min)}` }
  if (quantity % step !== 0) return { problem: `Sold in ${step}s` }
  return { quantity }
}

const withCommas = (quantity: number): string => quantity.toLocaleString('en-GB')

/** One press of + or −: to the next multiple, from zero to the least, from the least to zero. */
export function stepQuantity(
  quantity: number,
  direction: 1 | -1,
  { min, max, step }: QuantityLimits,
): number {
  const next = quantity + direction * step
  if (direction === 1) return Math.min(max, Math.max(min, next))
  return next < min ? 0 : next
}
