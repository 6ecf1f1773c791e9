import { type ReactNode, useEffect, useRef } from 'react'
import { StickyFoot } from '#src/ui/layout/totals-foot.tsx'
import { announce } from '#src/ui/status/announcer.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

export type ClosedFootProps = {
  /** undefined while the trolly is open: nothing shows. */
  words: string | undefined
  action: ReactNode
}

/** Replaces the totals, since another tab or device may close the trolly and a note at the top may be out of sight. */
export function ClosedFoot({ words, action }: ClosedFootProps) {
  const before = useRef(words)
  useEffect(() => {
    // A live region that appears together with its text is not read out.
    if (words !== undefined && words !== before.current) announce(words)
    before.current = words
  }, [words])
  if (words === undefined) return null
  return (
    <StickyFoot>
      <Banner tone="blue" inset action={action}>
        {words}
      </Banner>
    </StickyFoot>
  )
}
