import { useMemo } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { TrackedOrder } from '#contract/orders.ts'
import { type CheckInMade, type CheckInOperation, checkInsLane } from '#domain/check-ins.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useLive } from '#src/device/use-live.ts'
import { type CheckInDraft, changeDraft, type DraftProblem, draftQuery } from '#src/store/check-in-draft.ts'

export type Finish = Pick<CheckInMade, 'signedBy' | 'signature' | 'driverPin' | 'empties'>

/** What is counted of an order on this device, and how to go on. Works without a connection. */
export const useCheckInDraft = (order: TrackedOrder) => {
  const { database, queue } = useUserDevice()
  const { value } = useLive(draftQuery(order))
  const actions = useMemo(() => {
    const change = (next: (draft: CheckInDraft) => CheckInDraft): void => {
      changeDraft(database, order, (draft) => draft && next(draft)).catch(showFailure)
    }
    return {
      begin: () => {
        changeDraft(database, order, (draft) => draft ?? newDraft()).catch(showFailure)
      },
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
      /** The draft becomes what is sent, in one transaction: a second press or tab finds no draft. */
      send: (finish: Finish): Promise<void> =>
        queue.changing(checkInsLane(order.customerId), async ({ append }) => {
          const draft = await changeDraft(database, order, () => undefined)
          for (const operation of draft ? operationsOf(order, draft, finish) : []) await append(operation)
        }),
    }
  }, [database, queue, order])
  return { draft: value ?? undefined, ...actions }
}

const newDraft = (): CheckInDraft => ({ checkInId: uuidv7(), checked: [], problems: {} })

const operationsOf = (
  { id: orderId, orderNo }: TrackedOrder,
  { checkInId, checked, problems }: CheckInDraft,
  finish: Finish,
): CheckInOperation[] => {
  const of = { orderId, orderNo, checkInId }
  const found = Object.entries(problems).map(([position, problem]) => ({
    position: Number(position),
    ...problem,
  }))
  const made: CheckInMade = {
    checkInId,
    at: new Date().toISOString(),
    checked,
    lines: found.map(({ photos: _, ...line }) => line),
    ...finish,
  }
  const photos = found.flatMap((line) =>
    line.photos.map(
      ({ id: photoId, data }): CheckInOperation => ({
        ...of,
        kind: 'photo',
        photoId,
        position: line.position,
        data,
      }),
    ),
  )
  return [{ ...of, kind: 'check_in', made }, ...photos]
}
