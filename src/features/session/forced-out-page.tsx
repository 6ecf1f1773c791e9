import { IconClockPause, IconTool } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSession } from '#src/device/device-context.tsx'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { CountDown } from '#src/ui/status/count-down.tsx'
import styles from './forced-out-page.module.css'
import { KeptNote } from './kept-note.tsx'

/** What happened, what is kept, when to try again, a way back. */
export function ForcedOutPage({ reason }: { reason: keyof typeof REASONS }) {
  const { title, words, icon, otherwise } = REASONS[reason]
  const session = useSession()
  const until = session.status === 'signed-out' ? session.forced?.until : null
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.page}>
        <span className={styles.icon}>{icon}</span>
        <p>{words}</p>
        <KeptNote />
        <p>
          {until == null ? (
            otherwise
          ) : (
            <>
              Try again in <CountDown until={until} passed="a moment" />.
            </>
          )}
        </p>
        <ButtonLink kind="main" to="/">
          Sign in again
        </ButtonLink>
      </div>
    </>
  )
}

type Reason = { title: string; words: string; icon: ReactNode; otherwise: string }

const REASONS = {
  rateLimited: {
    title: 'Too many requests',
    words: 'Too many requests came from this device, so you were signed out.',
    icon: <IconClockPause size={40} stroke={1.5} aria-hidden="true" />,
    otherwise: 'Try again in a few minutes.',
  },
  maintenance: {
    title: 'Closed for maintenance',
    words: 'Trolly is being worked on, so you were signed out.',
    icon: <IconTool size={40} stroke={1.5} aria-hidden="true" />,
    otherwise: 'Try again in a while. Deliveries already ordered are not affected.',
  },
} satisfies Record<string, Reason>
