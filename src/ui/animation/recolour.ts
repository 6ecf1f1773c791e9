/** Red, green, blue from 0 to 1, as in Lottie files. */
export type Rgb = readonly [number, number, number]

/** Returns a copy. Colours are `c`: one value (`k: [r, g, b]`) or key frames (`k: [{ s: [r, g, b] }, …]`). */
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
