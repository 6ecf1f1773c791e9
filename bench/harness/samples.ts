/** The smallest sample that `share` (0…1) of all samples do not exceed: nearest rank. */
export const percentile = (samples: readonly number[], share: number): number => {
  if (samples.length === 0) throw new Error('A percentile of nothing')
  const sorted = samples.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

/** A duration in milliseconds, and the result. */
export const timed = async <Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> => {
  const begun = performance.now()
  const result = await work()
  return { ms: performance.now() - begun, result }
}
