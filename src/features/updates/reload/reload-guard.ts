/** Specification, section 9. */
export const RELOAD_GUARD_WINDOW_MS = 10_000

type ReloadGuardPorts = {
  /** Session storage: survives the reload, for this tab only. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  nowMs: () => number
  reload: () => void
}

const STORAGE_KEY = 'trolly.reloads'

/**
 * One reload per path in ten seconds, and none that cannot be recorded: a broken build must show an error, not loop.
 */
export function guardedReload(
  path: string,
  { storage, nowMs, reload }: ReloadGuardPorts,
): 'reloaded' | 'refused' {
  const now = nowMs()
  const recent = readReloads(storage).filter(({ atMs }) => atMs <= now && now - atMs < RELOAD_GUARD_WINDOW_MS)
  if (recent.some((earlier) => earlier.path === path)) return 'refused'
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify([...recent, { path, atMs: now }]))
  } catch {
    return 'refused'
  }
  reload()
  return 'reloaded'
}

type Reload = { path: string; atMs: number }

/** Ignores unreadable data. */
function readReloads(storage: ReloadGuardPorts['storage']): Reload[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isReload) : []
  } catch {
    return []
  }
}

const isReload = (entry: unknown): entry is Reload =>
  typeof entry === 'object' &&
  entry !== null &&
  'path' in entry &&
  typeof entry.path === 'string' &&
  'atMs' in entry &&
  typeof entry.atMs === 'number'
