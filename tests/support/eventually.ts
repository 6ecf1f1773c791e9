import { vi } from 'vitest'

/** Waits until the check passes. Vitest's own second is too short for a machine that runs much else. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 20_000 })
