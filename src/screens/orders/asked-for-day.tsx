import { useState } from 'react'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { ChangeDaySheet } from './change-day-sheet.tsx'

/** For a trolly just created by its first product without a day. */
export function AskedForDay({ trolly: { view, prepared } }: { trolly: OpenTrolly }) {
  const [wasPrepared, setWasPrepared] = useState(false)
  const [asking, setAsking] = useState(false)
  if (prepared && !wasPrepared) setWasPrepared(true)
  if (!prepared && wasPrepared) {
    setWasPrepared(false)
    setAsking(view.deliveryDay === null)
  }
  return (
    <ChangeDaySheet
      trolly={view}
      open={asking}
      onClose={() => setAsking(false)}
      title="When would you like delivery?"
    />
  )
}
