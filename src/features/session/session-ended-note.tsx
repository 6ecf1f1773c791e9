import { Banner } from '#src/ui/status/banner.tsx'
import { useVisit } from './visit.ts'

/** Tells users who were signed out why, and that their work is kept. */
export function SessionEndedNote() {
  const { forced } = useVisit()
  if (forced?.reason !== 'unauthenticated') return null
  return (
    <Banner tone="blue" inset>
      Your session has ended. Sign in again to continue. Unsent changes are saved on this device.
    </Banner>
  )
}
