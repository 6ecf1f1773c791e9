const STORAGE_KEY = 'trolly.quiet-update-at'
const ONCE_PER_MS = 36e5

/** One automatic update per hour and tab: mismatched builds on the server would reload an idle tab for ever. */
export function quietTurn(storage: Pick<Storage, 'getItem' | 'setItem'>, nowMs: () => number) {
  return {
    isFree(): boolean {
      const takenAtMs = Number(storage.getItem(STORAGE_KEY) ?? Number.NaN)
      return !(takenAtMs <= nowMs() && nowMs() - takenAtMs < ONCE_PER_MS)
    },
    take: () => storage.setItem(STORAGE_KEY, String(nowMs())),
  }
}
