import { useSession } from '#src/device/device-context.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

/** For someone who did not ask to be signed out: why they are here, and that their work is kept. */
export function SessionEndedNote() {
  const session = useSession()
  if (session.status !== 'signed-out' || session.forced?.reason !== 'unauthenticated') return null
  return (
    <Banner kind="info" inset>
      Your session has ended. Sign in again to continue. Unsent changes are saved on this device.
    </Banner>
  )
}
