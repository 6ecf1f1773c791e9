import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { SignOutSheet } from './sign-out-sheet.tsx'

export function SignOutButton() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        icon={<IconLogout size={20} stroke={1.75} aria-hidden="true" />}
        loading={asking}
        onClick={() => setAsking(true)}
      >
        Sign out
      </Button>
      <SignOutSheet open={asking} onClose={() => setAsking(false)} />
    </>
  )
}
