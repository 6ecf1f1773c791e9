import { IconClockPause, IconTool } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useDevice, useSession } from '#src/device/device-context.tsx'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { CountDown } from '#src/ui/status/count-down.tsx'
import styles from './forced-out-page.module.css'
import { KeptNote } from './kept-note.tsx'
import { UnsentNote } from './unsent-note.tsx'

/** For someone whom the server's request to wait has signed out. */
export function ForcedOutPage({ reason }: { reason: keyof typeof REASONS }) {
  const { signedOut, ...rest } = REASONS[reason]
  const session = useSession()
  const until = (session.status === 'signed-out' && session.forced?.until) || null
  return (
    <WaitPage
      {...rest}
      words={signedOut}
      kept={<KeptNote />}
      until={until}
      back={{ to: '/', label: 'Sign in again' }}
    />
  )
}

/** For someone who is still signed in while Trolly is closed: they can go on with what is on this device. */
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

type WaitPageProps = Omit<Reason, 'signedOut'> & {
  words: string
  kept: ReactNode
  /** When to try again, epoch milliseconds; null: nobody said. */
  until: number | null
  back: { to: string; label: string }
}

/** What happened, what is kept, when to try again, a way back. */
function WaitPage({ title, icon, words, kept, until, otherwise, back }: WaitPageProps) {
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.page}>
        <span className={styles.icon}>{icon}</span>
        <p>{words}</p>
        {kept}
        <p>
          {until === null ? (
            otherwise
          ) : (
            <>
              Try again in <CountDown until={until} passed="a moment" />.
            </>
          )}
        </p>
        <ButtonLink kind="main" to={back.to}>
          {back.label}
        </ButtonLink>
      </div>
    </>
  )
}

type Reason = { title: string; signedOut: string; icon: ReactNode; otherwise: string }

const REASONS = {
  rateLimited: {
    title: 'Too many requests',
    signedOut: 'Too many requests came from this device, so you were signed out.',
    icon: <IconClockPause size={40} stroke={1.5} aria-hidden="true" />,
    otherwise: 'Try again in a few minutes.',
  },
  maintenance: {
    title: 'Closed for maintenance',
    signedOut: 'Trolly is closed for maintenance, so you were signed out.',
    icon: <IconTool size={40} stroke={1.5} aria-hidden="true" />,
    otherwise: 'Try again later. Orders you’ve already placed are not affected.',
  },
} satisfies Record<string, Reason>
