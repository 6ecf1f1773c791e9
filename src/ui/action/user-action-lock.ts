import { createStore } from '#src/state/store.ts'
import { useStore } from '#src/ui/store.ts'

/* The error view's "Return Home" waits while an action such as placing an order runs (specification section 2). */

const held = createStore(0)

export function lockUserAction(): () => void {
  held.set(held.get() + 1)
  let isHeld = true
  return () => {
    if (isHeld) held.set(held.get() - 1)
    isHeld = false
  }
}

export const useUserActionLocked = (): boolean => useStore(held) > 0
