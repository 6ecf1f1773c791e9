const STORAGE_KEY = 'trolly.quiet-update-at'
const ONCE_PER_MS = 36e5

/**
 * One unasked update an hour and tab. A server whose page and whose marker name different builds would otherwise have
 * an idle tab reload for ever.
 */
export function quietTurn(storage: Pick<Storage, 'getItem' | 'setItem'>, nowMs: () => number) {
  return {
    isFree(): boolean {
      const takenAtMs = Number(storage.getItem(STORAGE_KEY) ?? Number.NaN)
      return !(takenAtMs <= nowMs() && nowMs() - takenAtMs < ONCE_PER_MS)
    },
    take: () => storage.setItem(STORAGE_KEY, String(nowMs())),
  }
}
