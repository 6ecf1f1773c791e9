import { useSyncExternalStore } from 'react'
import { useDevice } from '#src/device/device-context.tsx'
import { UnsentNote } from './unsent-note.tsx'
import { REASONS, WaitPage } from './wait-page.tsx'

/** For signed-in users during maintenance: work on this device can continue. */
export function MaintenancePage() {
  const { pause } = useDevice()
  const until = useSyncExternalStore(pause.subscribe, pause.until)
  return (
    <WaitPage
      {...REASONS.maintenance}
      words="Trolly is closed for maintenance. You’re still signed in and can carry on with your trollies on this device."
      kept={<UnsentNote />}
      until={pause.isOn() ? until : null}
      back={{ to: '/home', label: 'Go to Home' }}
    />
  )
}
