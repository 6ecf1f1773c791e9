import { type ReactNode, useEffect } from 'react'
import { isUntouched } from '#domain/outbox/operation.ts'
import { isClosed } from '#domain/trollies/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { StickyFoot } from '#src/ui/layout/totals-foot.tsx'
import { announce } from '#src/ui/status/announcer.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

/** Says how a trolly that is not on hold was closed. */
export function ClosedNote({ trolly }: { trolly: OpenTrolly }) {
  return (
    <Banner tone="blue" inset action={<WayOn trolly={trolly} />}>
      {closedWords(trolly)}
    </Banner>
  )
}

/** At the foot, since the lines may fill many screens. */
export function ClosedTrollyFoot({ trolly, onChoices }: { trolly: OpenTrolly; onChoices: () => void }) {
  const { held } = trolly.view
  const words = held ? (HELD_WORDS[held.code] ?? 'This trolly is on hold.') : closedWords(trolly)
  return (
    <ClosedFoot
      words={isClosed(trolly.view) ? words : undefined}
      action={
        held ? (
          <Button compact onClick={onChoices}>
            Review your options
          </Button>
        ) : (
          <WayOn trolly={trolly} />
        )
      }
    />
  )
}

export type ClosedFootProps = {
  /** undefined while the trolly is open: nothing shows. */
  words: string | undefined
  action: ReactNode
}

/** Replaces the totals, since another tab or device may close the trolly and a note at the top may be out of sight. */
export function ClosedFoot({ words, action }: ClosedFootProps) {
  useEffect(() => {
    // A live region that appears together with its text is not read out.
    if (words !== undefined) announce(words)
  }, [words])
  if (words === undefined) return null
  return (
    <StickyFoot>
      <Banner tone="blue" inset action={action}>
        {words}
      </Banner>
    </StickyFoot>
  )
}

/** Short: the card with the choices says more. */
const HELD_WORDS: Record<string, string> = {
  checked_out: 'Ordered on another device.',
  trolly_deleted: 'Deleted on another device.',
}

const closedWords = ({ view }: OpenTrolly): string =>
  view.state === 'deleted' ? 'This trolly has been deleted.' : 'This trolly has been ordered.'

function WayOn({ trolly: { view, queue } }: { trolly: OpenTrolly }) {
  const { outbox } = useUserDevice()
  const canBeUndone = queue.some((queued) => queued.operation.kind === 'delete' && isUntouched(queued))
  return canBeUndone ? (
    <Button compact onClick={() => outbox.undoDelete(view.id).catch(showFailure)}>
      Restore trolly
    </Button>
  ) : (
    <ButtonLink compact to="/orders">
      See your trollies
    </ButtonLink>
  )
}
