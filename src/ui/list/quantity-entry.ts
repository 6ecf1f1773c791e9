/**
 * What the box shows: the owner's `value`, then unconfirmed quantities (`sent`, oldest first), then typed digits
 * (`draft`).
 */
export type QuantityEntry = {
  draft: string | undefined
  sent: readonly number[]
}

export type QuantityLimits = {
  /** Smallest quantity above zero. Zero is always allowed: it removes the line. */
  min: number
  max: number
  step: number
}

export const NOTHING_ENTERED: QuantityEntry = { draft: undefined, sent: [] }

export function standingQuantity(entry: QuantityEntry, value: number): number {
  return entry.sent.at(-1) ?? value
}

/** Zero shows as an empty box. */
export function shownQuantity(entry: QuantityEntry, value: number): string {
  if (entry.draft !== undefined) return entry.draft
  const standing = standingQuantity(entry, value)
  return standing === 0 ? '' : String(standing)
}

export function withDraft(entry: QuantityEntry, draft: string | undefined): QuantityEntry {
  return { ...entry, draft }
}

export function withSent(entry: QuantityEntry, quantity: number): QuantityEntry {
  return { draft: undefined, sent: [...entry.sent, quantity] }
}

/** A value in `sent` confirms itself and all before it; any other came from elsewhere and wins at once. */
export function withValue(entry: QuantityEntry, value: number): QuantityEntry {
  const confirmed = entry.sent.indexOf(value)
  return { ...entry, sent: confirmed === -1 ? [] : entry.sent.slice(confirmed + 1) }
}

/** After a refusal or a time-out. */
export function withoutSent(entry: QuantityEntry): QuantityEntry {
  return { ...entry, sent: [] }
}

export type ParsedQuantity = { quantity: number } | { problem: string }

/** Blank is not a quantity: leaving the box empty changes nothing. */
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

/** Steps to the next multiple, from zero to the minimum and from the minimum to zero. */
export function stepQuantity(
  quantity: number,
  direction: 1 | -1,
  { min, max, step }: QuantityLimits,
): number {
  const next = quantity + direction * step
  if (direction === 1) return Math.min(max, Math.max(min, next))
  return next < min ? 0 : next
}
