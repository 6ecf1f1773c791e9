import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useBlocker } from 'react-router-dom'
import { type BackStack, BackStackProvider } from '#src/ui/surface/back-stack.ts'

/**
 * Lets a step back close what lies over the page (sheets, menus) before it leaves the page. The step is blocked and
 * undone by the router, so that the address and the history stay as they are.
 */
export function BackStackHolder({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<readonly (() => void)[]>([])
  const push = useCallback((close: () => void) => {
    setOpen((stack) => [...stack, close])
    return () => setOpen((stack) => stack.filter((other) => other !== close))
  }, [])
  const stack = useMemo<BackStack>(() => ({ push }), [push])
  const isBackStep = useCallback(
    ({ historyAction }: { historyAction: string }) => open.length > 0 && historyAction === 'POP',
    [open],
  )
  const blocker = useBlocker(isBackStep)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    open.at(-1)?.()
  }, [blocker, open])

  return <BackStackProvider value={stack}>{children}</BackStackProvider>
}
