import type { ReactNode } from 'react'
import type { Stored } from '#src/device/use-live.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import type { TrollyRead } from './use-trolly.ts'

export type TrollyGuardProps = {
  stored: Stored<OpenTrolly | null>
  read: TrollyRead
  children: (trolly: OpenTrolly) => ReactNode
}

/** Waits until this device has the trolly. */
export function TrollyGuard({ stored, read, children }: TrollyGuardProps) {
  if (stored.value) return children(stored.value)
  const failed =
    stored.state === 'failed'
      ? {
          words: 'This device’s storage cannot be opened, so the trolly cannot be shown.',
          onRetry: reloadPage,
        }
      : read.state === 'failed'
        ? { words: `The trolly is not on this device. ${read.words}`, onRetry: read.again }
        : undefined
  return (
    <ListState
      count={0}
      loading={stored.state === 'loading' || read.state === 'asking'}
      failed={failed}
      empty={{
        words: CLOSED_WORDS[read.state] ?? UNKNOWN_WORDS,
        action: <ButtonLink to="/orders">See your trollies</ButtonLink>,
      }}
    >
      {null}
    </ListState>
  )
}

const UNKNOWN_WORDS =
  'We can’t find this trolly. It may have been ordered or deleted, or the link may be incomplete.'
const CLOSED_WORDS: Partial<Record<TrollyRead['state'], string>> = {
  checked_out: 'This trolly has been ordered.',
  deleted: 'This trolly has been deleted.',
}

const reloadPage = (): void => window.location.reload()
