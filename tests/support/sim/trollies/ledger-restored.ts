import type { TrolliesLedger } from './ledger.ts'

/** The state of the restored server, and what devices still hold. */
type Restored = {
  /** By `trolly product`. */
  sums: ReadonlyMap<string, number>
  /** Keys that the server knows. */
  known: ReadonlySet<string>
  applied: ReadonlySet<string>
  isDeleted: (device: string, trollyId: string) => boolean
  /** The device still holds something about the line. */
  asks: (device: string, trollyId: string, product_no: string) => boolean
}

/** What the server lost and no device holds is no longer anyone's wish, and versions seen of it mean nothing. */
export const restoreTrolliesLedger = (ledger: TrolliesLedger, now: Restored): void => {
  for (const name of ledger.additions.keys()) ledger.additions.set(name, now.sums.get(name) ?? 0)
  for (const key of ledger.abandoned.keys()) if (!now.applied.has(key)) ledger.abandoned.delete(key)
  for (const key of ledger.seen.keys()) if (!now.known.has(key)) ledger.seen.delete(key)
  ledger.terms.clear()
  for (const [name, { opId }] of ledger.lastWish) {
    const [device = '', trollyId = '', product_no = ''] = name.split(' ')
    const stays = now.applied.has(opId) || now.asks(device, trollyId, product_no)
    if (!stays) ledger.lastWish.delete(name)
  }
  for (const deletion of ledger.deletions) {
    const [device = '', trollyId = ''] = deletion.split(' ')
    if (!now.isDeleted(device, trollyId)) ledger.deletions.delete(deletion)
  }
}
