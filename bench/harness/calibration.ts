/**
 * A fixed piece of work that measures a machine's speed: the two loops of Lighthouse's benchmark index, a growing string and a
 * copied array. Self-contained, since it also runs inside a page, under the same slowdown as the app.
 */
export const fixedWork = (rounds: number): number => {
  const source = Array.from({ length: 100_000 }, (_, at) => at)
  const target = [...source]
  const begun = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    let text = ''
    for (let at = 0; at < 10_000; at += 1) text += 'a'
    if (text.length === 1) throw new Error('Never: it keeps the loop from being left out')
    for (let at = 0; at < source.length; at += 1) target[at] = source[at] ?? 0
  }
  return performance.now() - begun
}

/**
 * That many rounds take 100 ms on the budgets' slow phone: a machine of index 1,750 (Lighthouse's "high-end desktop" is 1,500 to
 * 2,000, and its factor to a mid-range phone is 4) slowed four times. The index counts tens of rounds a second, and here each
 * round is one of either loop.
 */
export const SLOW_PHONE_ROUNDS = 219

/** The same machine without the slowdown: a second of its work. */
export const DESKTOP_SECOND_ROUNDS = 8750
