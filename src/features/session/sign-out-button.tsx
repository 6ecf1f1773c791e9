import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { SignOutQuestion } from './sign-out-question.tsx'

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
      {asking ? <SignOutQuestion onClose={() => setAsking(false)} /> : null}
    </>
  )
}
