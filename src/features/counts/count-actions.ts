import { type CountOperation, type CountStart, type CountState, countsLane } from '#domain/counts/count.ts'
import { MESSAGE_TIMES_MS } from '#domain/message-times.ts'
import { countText } from '#domain/plain-text.ts'
import { showFailure } from '#src/device/show-failure.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { offerUndo } from '#src/ui/kit/offer-undo.ts'

export type CountAt = { customerId: string; start: CountStart }

/** Stored on this device once it resolves. A failure is shown. @returns whether it was stored */
export const enterCount = (
  device: UserDevice,
  { customerId, start }: CountAt,
  { product_no, halves }: { product_no: string; halves: number | null },
): Promise<boolean> =>
  change(device, customerId, {
    kind: 'enter',
    start,
    product_no,
    halves,
    countedAt: new Date().toISOString(),
  })

/** @param trollyId the trolly that it became, if anything was missing */
export const finishCount = (
  device: UserDevice,
  count: CountAt,
  trollyId: string | undefined,
): Promise<boolean> => setState(device, count, 'ordered', trollyId)

export const discardCount = async (device: UserDevice, count: CountAt): Promise<boolean> => {
  const isDone = await setState(device, count, 'discarded')
  if (isDone)
    offerUndo({
      message: 'Count discarded',
      item: count.start.id,
      words: (discarded) => `${countText(discarded, 'count')} discarded`,
      timeoutLength: MESSAGE_TIMES_MS.templateDeleted,
      onRestore: () => setState(device, count, 'open'),
    })
  return isDone
}

const setState = (
  device: UserDevice,
  { customerId, start }: CountAt,
  state: CountState,
  trollyId?: string,
): Promise<boolean> =>
  change(device, customerId, {
    kind: 'close',
    start,
    state,
    ...(trollyId !== undefined && { trollyId }),
  })

const change = async (
  { queue }: UserDevice,
  customerId: string,
  operation: CountOperation,
): Promise<boolean> => {
  try {
    await queue.append(countsLane(customerId), operation)
    return true
  } catch (error) {
    showFailure(error)
    return false
  }
}
