import { useEffect } from 'react'
import { holdReload } from './reload-locks.ts'

/** For instance while a form has unsaved input. */
export function useHoldReload(active: boolean, reason: string): void {
  useEffect(() => (active ? holdReload(reason) : undefined), [active, reason])
}
