import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { countText } from '#domain/plain-text.ts'
import { SHARED_LIST_PAGE } from '#domain/shared-list.ts'
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

/** What was handed to this app goes on once somebody signs in. By the page that a visitor wanted (src/app/guards.ts). */
const HANDED_OVER: Record<string, string> = {
  '/orders/relay': 'You’ve been handed a trolly. Sign in to look at it and send it.',
  [SHARED_LIST_PAGE]: 'Your list is kept. Sign in to add it to a trolly.',
}

export function HandedOverNote() {
  const { state } = useLocation() as { state: { returnTo?: unknown } | null }
  const wanted = String(state?.returnTo ?? '')
  const [, words] = Object.entries(HANDED_OVER).find(([page]) => wanted.startsWith(page)) ?? []
  return words === undefined ? null : (
    <Banner tone="blue" inset>
      {words}
    </Banner>
  )
}
