/** mulberry32, seeded by FNV-1a. A stream per name, so that changing one leaves the others alone. Not for secrets. */
export type Random = {
  next: () => number
  whole: (least: number, most: number) => number
  chance: (probability: number) => boolean
  pick: <T>(from: readonly T[]) => T
  around: (spread: number) => number
}

export const randomOf = (seed: number, name: string): Random => {
  let state = hash(`${seed}/${name}`)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]): T => {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new RangeError('Nothing to pick from.')
      return picked
    },
    around: (spread) => 1 + (next() * 2 - 1) * spread,
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  }
  return value
}
