import { OperationRefused } from '#domain/operations/append.ts'
import type { Operation } from '#domain/operations/operation.ts'
import type { UserDevice } from '#src/device/session/user-device.ts'
import { createPrepared } from './create-prepared.ts'

/** A step adds `by`; typed digits set `quantity`. */
export type QuantityAsked = { quantity: number; by: number; entry: 'step' | 'typed' }

/** One more sums with other devices' additions; a typed number or one less carries the version seen. */
export const operationFor = (parts: {
  product_no: string
  asked: QuantityAsked
  present: boolean
  pricePence: number | null
  now: Date
}): Operation => {
  const { product_no, asked, present, pricePence: seenPricePence, now } = parts
  const addedAt = now.toISOString()
  if (asked.quantity <= 0) return { kind: 'remove', product_no }
  return asked.entry === 'step' && asked.by > 0
    ? { kind: 'add', product_no, quantity: asked.by, toPresent: present, seenPricePence, addedAt }
    : { kind: 'set', product_no, quantity: asked.quantity, seenPricePence, addedAt }
}

/** @throws OperationRefused where the trolly cannot change now; the storage's error */
export const changeQuantity = async (
  device: Pick<UserDevice, 'outbox' | 'database'>,
  trollyId: string,
  change: Parameters<typeof operationFor>[0],
): Promise<void> => {
  const operation = operationFor(change)
  await inTrolly(device, trollyId, () => device.outbox.append(trollyId, operation))
}

/** Creates a prepared trolly for its first change. @throws what `change` throws */
export const inTrolly = async (
  device: Pick<UserDevice, 'outbox' | 'database'>,
  trollyId: string,
  change: () => Promise<void>,
): Promise<void> => {
  try {
    await change()
  } catch (error) {
    // Checked only now, so that taps on existing trollies skip this look-up.
    if (!isUnknownTrolly(error)) throw error
    await createPrepared(device, trollyId)
    // Also where another press or tab has just created it.
    await change()
  }
}

const isUnknownTrolly = (error: unknown): boolean =>
  error instanceof OperationRefused && error.code === 'trolly_unknown'
