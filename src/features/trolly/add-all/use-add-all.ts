import { useState } from 'react'
import { type AddOutcome, isAdded, outcomeRank, type Wanted } from '#domain/add-all.ts'
import { countText } from '#domain/plain-text.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { addWanted, type TrollyToFill, undoWanted } from './add-wanted.ts'

type AddedCallback = (outcomes: readonly AddOutcome[]) => unknown

/** `left`: product numbers not to add. */
export type AddAllState =
  | { step: 'closed' }
  | { step: 'choosing'; left: ReadonlySet<string> }
  | { step: 'adding' }
  | { step: 'failed'; wanted: readonly Wanted[]; words: string }
  | { step: 'added'; outcomes: readonly AddOutcome[] }

/**
 * Choosing, adding, and one undo for everything: while the outcomes are read, and for ten seconds after.
 * @param isBrief shows outcomes only if one needs a look
 */
export const useAddAll = (
  trolly: TrollyToFill,
  { onAdded, isBrief = false }: { onAdded?: AddedCallback | undefined; isBrief?: boolean | undefined },
) => {
  const device = useUserDevice()
  const [state, setState] = useState<AddAllState>(CLOSED)

  const add = async (wanted: readonly Wanted[]) => {
    setState({ step: 'adding' })
    const { outcomes, failure } = await addWanted(device, trolly, wanted)
    if (isBrief && outcomes?.every((outcome) => outcomeRank(outcome) === 2)) return tell(outcomes)
    setState(outcomes ? { step: 'added', outcomes } : { step: 'failed', wanted, words: failure })
  }

  const undo = (outcomes: readonly AddOutcome[]) => undoWanted(device, trolly.id, outcomes).catch(showFailure)

  const tell = (outcomes: readonly AddOutcome[]) => {
    setState(CLOSED)
    const count = outcomes.filter(isAdded).length
    if (count === 0) return
    onAdded?.(outcomes.filter(isAdded))
    notifications.show({
      message: `${countText(count, 'product')} added to the trolly`,
      statusColor: 'success',
      showInProduction: true,
      restoreButton: { onRestore: () => undo(outcomes) },
    })
  }

  return {
    state,
    add,
    close: () => (state.step === 'added' ? tell(state.outcomes) : setState(CLOSED)),
    choose: (left: ReadonlySet<string> = NONE) => setState({ step: 'choosing', left }),
    undoAndClose: (outcomes: readonly AddOutcome[]) => {
      setState(CLOSED)
      void undo(outcomes)
    },
  }
}

const CLOSED = { step: 'closed' } as const
const NONE: ReadonlySet<string> = new Set()
