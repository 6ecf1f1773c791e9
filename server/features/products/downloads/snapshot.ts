/**
 * A read saw every transaction before `xmax` except those `running`. 64-bit numbers of one cluster (PostgreSQL, "System
 * Information Functions", `pg_snapshot`).
 */
export type Snapshot = { xmax: bigint; running: readonly bigint[] }

/** Keeps cursors within the contract's length and addresses within proxies' limits. */
const RUNNING_MAX = 16

/**
 * @param text PostgreSQL's `xmin:xmax:running,…`. With too many running, the result is an older snapshot, which repeats
 * rows but misses none
 * @returns undefined where it is no snapshot
 */
export const readSnapshot = (text: string): Snapshot | undefined => {
  const [, xmin, xmax, list = ''] = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/.exec(text) ?? []
  if (xmin === undefined || xmax === undefined) return undefined
  const running = list === '' ? [] : list.split(',').map(BigInt)
  return running.length > RUNNING_MAX ? { xmax: BigInt(xmin), running: [] } : { xmax: BigInt(xmax), running }
}

export const snapshotText = (snapshot: Snapshot): string =>
  `${xminOf(snapshot)}:${snapshot.xmax}:${snapshot.running.join(',')}`

export const xminOf = ({ xmax, running }: Snapshot): bigint =>
  running.reduce((least, xid) => (xid < least ? xid : least), xmax)

export const isAtLeastAsNew = (snapshot: Snapshot, other: Snapshot): boolean =>
  snapshot.xmax >= other.xmax &&
  snapshot.running.every((xid) => xid >= other.xmax || other.running.includes(xid))

export const isNewer = (snapshot: Snapshot, other: Snapshot): boolean =>
  isAtLeastAsNew(snapshot, other) && !isAtLeastAsNew(other, snapshot)
