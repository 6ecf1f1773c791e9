import { KeptNote } from './kept-note.tsx'
import { useVisit } from './visit.ts'
import { REASONS, WaitPage } from './wait-page.tsx'

/** For someone whom the server's request to wait has signed out. */
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
