import { useEffect, useState } from 'react'
import { countText } from '#domain/plain-text.ts'
import { useVisit } from './visit.ts'
import { REASONS, WaitPage } from './wait-page.tsx'

/** For users signed out by the server's rate limit. */
export function ForcedOutPage({ reason }: { reason: keyof typeof REASONS }) {
  const { signedOut, ...rest } = REASONS[reason]
  const { forced } = useVisit()
  return (
    <WaitPage
      {...rest}
      words={signedOut}
      kept={<KeptNote />}
      until={forced?.until ?? null}
      back={{ to: '/', label: 'Sign in again' }}
    />
  )
}

/** Unsent work of any user on this device, as counts only. */
function KeptNote() {
  const { watchKeptWork } = useVisit()
  const [operations, setOperations] = useState<number>()
  useEffect(() => watchKeptWork(setOperations), [watchKeptWork])
  return <p>{`Nothing is lost: ${whatIsKept(operations)}`}</p>
}

const whatIsKept = (operations: number | undefined): string => {
  if (operations === undefined) return 'changes not sent yet are kept on this device.'
  if (operations === 0) return 'all your changes were sent.'
  return `${countText(operations, 'change')} not sent yet ${operations === 1 ? 'is' : 'are'} kept on this device and will send when you sign in again.`
}
