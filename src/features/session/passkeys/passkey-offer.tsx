import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '#src/device/device-context.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { isOfferDue, noteAnswer } from './passkey-ways.ts'
import { useMakePasskey } from './use-make-passkey.ts'

/** After a sign-in by password on a device that could keep a passkey, until the person has answered. */
export function PasskeyOffer() {
  const { id } = useUser()
  const [isDue, setDue] = useState(() => isOfferDue(id))
  const { isMaking, make } = useMakePasskey(() => setDue(false))
  if (!isDue) return null
  return (
    <Banner
      tone="blue"
      icon={<IconFingerprint size={18} aria-hidden="true" />}
      action={
        <>
          <Button compact loading={isMaking} onClick={make}>
            Create passkey
          </Button>
          <Button
            compact
            variant="subtle"
            onClick={() => {
              noteAnswer(id)
              setDue(false)
            }}
          >
            Not now
          </Button>
        </>
      }
    >
      Next time, sign in with your fingerprint, your face or this device’s PIN.
    </Banner>
  )
}
