import { createContext, useContext, useEffect, useRef } from 'react'

/**
 * What the device's back button closes before it leaves the page: sheets and menus, the last opened first. The kit only
 * registers; the shell, which owns the history, holds the stack and turns a step back into `close` of its top.
 */
export type BackStack = {
  /** Returns how to take it off again. */
  push: (close: () => void) => () => void
}

const BackStackContext = createContext<BackStack | undefined>(undefined)

export const BackStackProvider = BackStackContext.Provider

/** While `open`, a step back calls `onClose` instead of leaving the page. Without a shell around it does nothing. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const stack = useContext(BackStackContext)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (open) return stack?.push(() => close.current())
  }, [open, stack])
}
