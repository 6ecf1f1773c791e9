const storageKey = 'trolly.quiet-update-at'
const oncePerMs = 36e5

/**
 * One unasked update an hour and tab. A server whose page and whose marker name different builds would otherwise have
 * an idle tab reload for ever.
 */
export function quietTurn(storage: Pick<Storage, 'getItem' | 'setItem'>, nowMs: () => number) {
  return {
    isFree(): boolean {
      const takenAtMs = Number(storage.getItem(storageKey) ?? Number.NaN)
      return !(takenAtMs <= nowMs() && nowMs() - takenAtMs < oncePerMs)
    },
    take: () => storage.setItem(storageKey, String(nowMs())),
  }
}
