import { useMemo } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { TrackedOrder } from '#contract/orders.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useLive } from '#src/device/use-live.ts'
import {
  type CheckInDraft,
  changeDraft,
  type DraftProblem,
  draftQuery,
  type Finish,
} from '#src/store/check-in-draft.ts'
import { sendDraft } from './send-draft.ts'

/** What is counted of an order on this device, and how to go on. Works without a connection. */
export const useCheckInDraft = (order: TrackedOrder) => {
  const { database, queue } = useUserDevice()
  const { value } = useLive(draftQuery(order))
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
      /** Leaves nothing on the device. @returns how to take it back */
      abandon: async (): Promise<() => void> => {
        const before = await changeDraft(database, order, () => undefined)
        return () => void changeDraft(database, order, () => before).catch(showFailure)
      },
      check: (positions: readonly number[], isChecked: boolean) =>
        change(({ checked, ...draft }) => ({
          ...draft,
          checked: isChecked
            ? [...new Set([...checked, ...positions])]
            : checked.filter((position) => !positions.includes(position)),
        })),
      /** @param problem undefined: there is none after all */
      setProblem: (position: number, problem: DraftProblem | undefined) =>
        change(({ checked, problems: { [position]: _, ...others }, ...draft }) => ({
          ...draft,
          checked: checked.filter((each) => each !== position),
          problems: problem === undefined ? others : { ...others, [position]: problem },
        })),
      keepFinish: (finish: Finish) => change((draft) => ({ ...draft, ...finish })),
      send: (finish: Finish) => sendDraft({ database, queue }, order, finish, new Date()),
    }
  }, [database, queue, order])
  return { draft: value ?? undefined, ...actions }
}

const newDraft = (): CheckInDraft => ({ checkInId: uuidv7(), checked: [], problems: {} })
