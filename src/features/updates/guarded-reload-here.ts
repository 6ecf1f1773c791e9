import { guardedReload } from './reload-guard.ts'

/** Reloads this page, under the guard. */
export function guardedReloadHere(): 'reloaded' | 'refused' {
  return guardedReload(location.pathname, {
    storage: sessionStorage,
    nowMs: Date.now,
    reload: () => location.reload(),
  })
}
