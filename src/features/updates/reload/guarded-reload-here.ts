import { guardedReload } from './reload-guard.ts'

export function guardedReloadHere(): 'reloaded' | 'refused' {
  return guardedReload(location.pathname, {
    storage: sessionStorage,
    nowMs: Date.now,
    reload: () => location.reload(),
  })
}
