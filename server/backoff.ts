/** How long to wait after so many failures: doubled each time, up to the most. */
export const backoffMs = (
  failures: number,
  { firstMs, mostMs }: { firstMs: number; mostMs: number },
): number => Math.min(mostMs, firstMs * 2 ** Math.max(0, failures - 1))
