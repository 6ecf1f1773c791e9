/** Resolves once what changed before it has been painted. Never in a hidden page. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
