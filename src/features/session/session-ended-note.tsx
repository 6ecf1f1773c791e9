import { useEffect, useState } from 'react'
import { countText } from '#domain/plain-text.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { useVisit } from './visit.ts'

/** Tells users who were signed out why, and what of theirs is kept. */
export function SessionEndedNote() {
  const { forced } = useVisit()
  if (forced?.reason === 'emptied') {
    return (
      <Banner tone="amber" inset>
        This browser cleared Trolly’s storage, so you’ve been signed out. Sign in again to see what was lost.
      </Banner>
    )
  }
  return forced?.reason === 'unauthenticated' ? <Ended /> : null
}

function Ended() {
  const { watchKeptWork } = useVisit()
  const [operations, setOperations] = useState(0)
  useEffect(() => watchKeptWork(setOperations), [watchKeptWork])
  const kept = `${countText(operations, 'unsent change')} ${operations === 1 ? 'is' : 'are'} saved on this device.`
  return (
    <Banner tone="blue" inset>
      Your session has ended. Sign in again to continue.{operations > 0 ? ` ${kept}` : null}
    </Banner>
  )
}
