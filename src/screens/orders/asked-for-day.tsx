import { useState } from 'react'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { ChangeDaySheet } from './change-day-sheet.tsx'

/** For a draft without a day that has just got its first product. */
export function AskedForDay({ trolly: { view } }: { trolly: OpenTrolly }) {
  const [wasDraft, setWasDraft] = useState(view.isDraft)
  const [asking, setAsking] = useState(false)
  if (view.isDraft !== wasDraft) {
    setWasDraft(view.isDraft)
    setAsking(wasDraft && view.deliveryDay === null)
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
