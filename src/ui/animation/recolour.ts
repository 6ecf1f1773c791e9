/** Red, green, blue from 0 to 1, as animations have them. */
export type Rgb = readonly [number, number, number]

/**
 * An animation with its black in another colour; all else stays as it is. Colours are fills and strokes (`c`), given
 * once (`k: [r, g, b]`) or per key frame (`k: [{ s: [r, g, b] }, …]`). The original is not changed.
 */
export function recolourBlack(animation: unknown, colour: Rgb): unknown {
  if (Array.isArray(animation)) return animation.map((part) => recolourBlack(part, colour))
  if (!isRecord(animation)) return animation
  return Object.fromEntries(
    Object.entries(animation).map(([key, value]) => [
      key,
      key === 'c' && isRecord(value) && 'k' in value
        ? { ...value, k: recolourValue(value.k, colour) }
        : recolourBlack(value, colour),
    ]),
  )
}

function recolourValue(value: unknown, colour: Rgb): unknown {
  if (!Array.isArray(value)) return value
  if (isBlack(value)) return [...colour, ...value.slice(3)]
  return value.map((frame) =>
    isRecord(frame)
      ? Object.fromEntries(
          Object.entries(frame).map(([key, part]) => [
            key,
            (key === 's' || key === 'e') && isBlack(part) ? [...colour, ...part.slice(3)] : part,
          ]),
        )
      : frame,
  )
}

function isBlack(value: unknown): value is number[] {
  return Array.isArray(value) && value.length >= 3 && value.slice(0, 3).every((channel) => channel === 0)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
