import { useState } from 'react'
import { useLive } from '#src/device/use-live.ts'
import { useStorageState } from '#src/device/use-storage-state.ts'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { StatusLine } from '#src/ui/status/status-line.tsx'
import { WORK, type Work } from './read-work.ts'
import { useLeaveWarning } from './use-leave-warning.ts'
import { useLoudLoss } from './use-loud-loss.ts'
import { useReadsFailed } from './use-reads-failed.ts'
import { useTakenBackNotice } from './use-taken-back-notice.ts'
import { type DecisionParts, WorkSheet } from './work-sheet.tsx'
import { workStatus } from './work-status.ts'

export function WorkLine(parts: DecisionParts) {
  const { state, value } = useLive(WORK)
  const storage = useStorageState()
  const readsFailed = useReadsFailed()
  const now = new Date(useMinute())
  const [open, setOpen] = useState(false)
  useLoudLoss(storage.notSaved)
  useTakenBackNotice()
  useLeaveWarning(storage.database === 'memory' && (value?.lanes.length ?? 0) > 0)
  if (state === 'loading') return null
  const work = value ?? NOTHING_READ
  return (
    <>
      <StatusLine
        {...workStatus({ work, storage, readsFailed, now })}
        expanded={open}
        onOpen={() => setOpen(true)}
      />
      <WorkSheet
        {...parts}
        open={open}
        onClose={() => setOpen(false)}
        work={work}
        readsFailed={readsFailed}
      />
    </>
  )
}

const NOTHING_READ: Work = {
  lanes: [],
  contact: undefined,
  pausedUntil: 0,
  pricesAt: null,
  downloadShare: null,
}
