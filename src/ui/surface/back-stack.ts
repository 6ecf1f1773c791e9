import { createContext, useContext, useEffect, useEffectEvent } from 'react'

/** What Back closes before it leaves the page, newest first. The shell owns the history and the stack. */
export type BackStack = {
  /** Returns its removal. */
  push: (close: () => void) => () => void
}

const BackStackContext = createContext<BackStack | undefined>(undefined)

export const BackStackProvider = BackStackContext.Provider

/** While `open`, Back calls `onClose`. Without a shell it does nothing. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const stack = useContext(BackStackContext)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (open) return stack?.push(() => close())
  }, [open, stack])
}
