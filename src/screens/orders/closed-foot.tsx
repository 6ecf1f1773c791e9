import { type ReactNode, useEffect, useRef } from 'react'
import { StickyFoot } from '#src/ui/layout/totals-foot.tsx'
import { announce } from '#src/ui/status/announcer.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

export type ClosedFootProps = {
  /** undefined while the trolly can still be ordered: nothing shows. */
  words: string | undefined
  /** One Button, compact. */
  action: ReactNode
}

/**
 * In place of the totals once a trolly cannot be ordered any more. Another tab or device may order or delete it at any time,
 * and somebody far down its lines would not see a note at the top of the page.
 */
export function ClosedFoot({ words, action }: ClosedFootProps) {
  const before = useRef(words)
  useEffect(() => {
    // A region that appears together with its text is not read out.
    if (words !== undefined && words !== before.current) announce(words)
    before.current = words
  }, [words])
  if (words === undefined) return null
  return (
    <StickyFoot>
      <Banner kind="info" inset action={action}>
        {words}
      </Banner>
    </StickyFoot>
  )
}
