/** Specification, section 9. */
export const RELOAD_GUARD_WINDOW_MS = 10_000

type ReloadGuardPorts = {
  /** The session's storage: it survives the reload and is this tab's alone. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  nowMs: () => number
  reload: () => void
}

const STORAGE_KEY = 'trolly.reloads'

/**
 * Reloads the page, unless the same path was reloaded in the last ten seconds: a build that is broken for good must
 * end in an error that can be read, not in a loop. Where the reload cannot be written down it is refused too.
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

/** What another build, or a person, left there is no reason to fail: it counts as nothing. */
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
