import { useMemo } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { TrackedOrder } from '#contract/orders.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useLive } from '#src/device/use-live.ts'
import {
  type CheckInDraft,
  changeDraft,
  draftQuery,
  type Finish,
  withCountedBefore,
} from '#src/store/check-in-draft.ts'
import { type EnteredProblem, sendDraft, withProblem } from './send-draft.ts'
import { usePhotoReading } from './use-photo-reading.ts'

/** What is counted of an order on this device, and how to go on. Works without a connection. */
export const useCheckInDraft = (order: TrackedOrder) => {
  const { database, queue } = useUserDevice()
  const { value } = useLive(draftQuery(order))
  // The count outlives the sheet in which a photo was taken.
  const reading = usePhotoReading()
  const actions = useMemo(() => {
    const change = (next: (draft: CheckInDraft) => CheckInDraft): void => {
      changeDraft(database, order, (draft) => draft && next(draft)).catch(showFailure)
    }
    return {
      /** Also goes on with one that was put aside. */
      begin: () => {
        changeDraft(database, order, (draft) => ({ ...(draft ?? newDraft()), isPaused: false })).catch(
          showFailure,
        )
      },
      pause: () => change((draft) => ({ ...draft, isPaused: true })),
      /** Leaves nothing on the device. @returns how to take it back, with what was counted since */
      abandon: async (): Promise<() => void> => {
        const before = await changeDraft(database, order, () => undefined)
        return () => {
          if (before)
            changeDraft(database, order, (draft) => withCountedBefore(before, draft)).catch(showFailure)
        }
      },
      check: (positions: readonly number[], isChecked: boolean) =>
        change(({ checked, ...draft }) => ({
          ...draft,
          checked: isChecked
            ? [...new Set([...checked, ...positions])]
            : checked.filter((position) => !positions.includes(position)),
        })),
      changeProblem: (entered: EnteredProblem) => change((draft) => withProblem(draft, entered)),
      keepFinish: (finish: Finish) => change((draft) => ({ ...draft, ...finish })),
      send: (finish: Finish, entered?: EnteredProblem) =>
        sendDraft({ database, queue }, order, { finish, entered, at: new Date() }),
    }
  }, [database, queue, order])
  return { draft: value ?? undefined, ...reading, ...actions }
}

const newDraft = (): CheckInDraft => ({ checkInId: uuidv7(), checked: [], problems: {} })
