import { useSyncExternalStore } from 'react'
import { countText } from '#domain/plain-text.ts'
import { useDevice } from '#src/device/device-context.tsx'
import { useUnsent } from '#src/features/session/use-unsent.ts'
import { REASONS, WaitPage } from '#src/features/session/wait-page.tsx'

/** For signed-in users during maintenance: work on this device can continue. */
export function Screen() {
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

function UnsentNote() {
  const { value: unsent } = useUnsent()
  if (!unsent) return null
  const { total, sendable } = unsent
  if (total === 0) return <p>Nothing is lost: all your changes have been sent.</p>
  return (
    <p>
      {`Nothing is lost: ${countText(total, 'change')} not sent yet ${total === 1 ? 'is' : 'are'} saved on this device.`}
      {sendable > 0 ? ' We’ll send what we can automatically when Trolly is open again.' : ''}
    </p>
  )
}
