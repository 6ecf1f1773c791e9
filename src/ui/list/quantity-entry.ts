/**
 * What the box shows: the owner's `value`, then unconfirmed quantities (`sent`, oldest first), then typed digits
 * (`draft`).
 */
export type QuantityEntry = {
  draft: string | undefined
  sent: readonly number[]
}

export const NOTHING_ENTERED: QuantityEntry = { draft: undefined, sent: [] }

export function standingQuantity({ sent }: QuantityEntry, value: number): number {
  return sent.at(-1) ?? value
}

/** Zero shows as an empty box. */
export function shownQuantity(entry: QuantityEntry, value: number): string {
  return entry.draft ?? String(standingQuantity(entry, value) || '')
}

export function withSent({ sent }: QuantityEntry, quantity: number): QuantityEntry {
  return { draft: undefined, sent: [...sent, quantity] }
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

export type ParsedQuantity =
  | { quantity: number; problem?: undefined }
  | { quantity?: undefined; problem: string }

/** Blank is not a quantity: leaving the box empty changes nothing. */
export function parseQuantity(text: string, max: number): ParsedQuantity {
  if (!/^\d+$/.test(text.trim())) return { problem: 'Whole numbers only' }
  const quantity = Number(text)
  return quantity > max ? { problem: `Maximum ${max.toLocaleString('en-GB')}` } : { quantity }
}
