import { KeptNote } from './kept-note.tsx'
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
