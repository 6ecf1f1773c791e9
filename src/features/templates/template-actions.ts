import { v7 as uuidv7 } from 'uuid'
import { MESSAGE_TIMES_MS } from '#domain/message-times.ts'
import { MESSAGES } from '#domain/messages.ts'
import { countText } from '#domain/plain-text.ts'
import type { CreateTemplate, TemplateOperation } from '#domain/templates/operation.ts'
import { lastPosition, positionsToMove } from '#domain/templates/positions.ts'
import type { TemplateHead, WeekdayPars } from '#domain/templates/template.ts'
import type { TemplateView } from '#domain/templates/view.ts'
import { showFailure } from '#src/device/show-failure.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { findTemplate, templateLane } from '#src/store/templates.ts'
import { appendItems } from '#src/sync/templates/append-items.ts'
import { offerUndo } from '#src/ui/kit/offer-undo.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

type Device = Pick<UserDevice, 'queue' | 'userId' | 'database'>

/** Each resolves once stored on this device. A refusal is shown. @returns false where it was refused */
const change = async (device: Device, id: string, operation: TemplateOperation, seen?: unknown) => {
  try {
    await device.queue.append(templateLane(id), operation, seen)
    return true
  } catch (error) {
    showFailure(error)
    return false
  }
}

export type NewTemplate = Pick<CreateTemplate, 'customerId' | 'name' | 'visibility' | 'items' | 'document'>

/** @returns its id; undefined where it was refused */
export const createTemplate = async (
  device: Device,
  wanted: NewTemplate,
  message: string = MESSAGES.listCreated,
): Promise<string | undefined> => {
  const templateId = uuidv7()
  const isDone = await change(device, templateId, {
    kind: 'create',
    templateId,
    ownerId: device.userId,
    at: new Date().toISOString(),
    ...wanted,
  })
  if (!isDone) return undefined
  tell(message)
  return templateId
}

type Details = Partial<Pick<TemplateHead, 'name' | 'visibility'>>

/** @param seen the version on screen when the person began to type */
export const changeDetails = async (
  device: Device,
  id: string,
  changes: Details,
  seen: { detailsVersion: number },
): Promise<boolean> => {
  const isDone = await change(device, id, { kind: 'details', changes }, seen)
  if (isDone && changes.name !== undefined) tell(MESSAGES.templateRenamed)
  return isDone
}

/** Offers an undo; it is sent once that has passed. */
export const deleteTemplate = async (
  device: Device,
  { id, name }: Pick<TemplateHead, 'id' | 'name'>,
): Promise<boolean> => {
  const isDone = await change(device, id, { kind: 'delete' })
  if (isDone)
    offerUndo({
      message: `“${name}” deleted`,
      item: id,
      words: (count) => `${countText(count, 'template')} deleted`,
      timeoutLength: MESSAGE_TIMES_MS.templateDeleted,
      onRestore: () => restoreTemplate(device, { id, name }),
    })
  return isDone
}

export const restoreTemplate = async (
  device: Device,
  { id, name }: Pick<TemplateHead, 'id' | 'name'>,
): Promise<void> => {
  if (await change(device, id, { kind: 'restore' })) tell(MESSAGES.templateRestored(name))
}

export const removeItem = async (device: Device, id: string, product_no: string): Promise<void> => {
  if (!(await change(device, id, { kind: 'removeItem', product_no }))) return
  offerUndo({
    message: MESSAGES.itemDeleted,
    item: `${id} ${product_no}`,
    words: (count) => `${countText(count, 'item')} deleted`,
    onRestore: () => change(device, id, { kind: 'restoreItem', product_no }),
  })
}

export const setItem = (
  device: Device,
  id: string,
  {
    product_no,
    ...settings
  }: { product_no: string } & Extract<TemplateOperation, { kind: 'setItem' }>['settings'],
): Promise<boolean> => change(device, id, { kind: 'setItem', product_no, settings })

/** On a shelf that has other items, the item goes behind them. Sends only what changes. @returns false where it was refused */
export const setShelfAndPars = async (
  device: Device,
  { id, items }: TemplateView,
  {
    product_no,
    shelf,
    parLevels,
  }: { product_no: string; shelf: string | null; parLevels: WeekdayPars | null },
): Promise<boolean> => {
  const before = items.find((item) => item.product_no === product_no)
  const isMoved = shelf !== (before?.shelf ?? null)
  const settings = {
    ...(isMoved && { shelf }),
    ...(String(parLevels) !== String(before?.parLevels ?? null) && { parLevels }),
  }
  if (Object.keys(settings).length === 0) return true
  if (!(await setItem(device, id, { product_no, ...settings }))) return false
  const last = items.findLast((item) => item.shelf === shelf && item.product_no !== product_no)
  if (isMoved && shelf !== null && last)
    await placeItems(device, id, positionsToMove(items, product_no, last.product_no))
  return true
}

/** What went into a trolly counts as the last quantity. */
export const noteQuantities = async (
  device: Device,
  { id, items }: TemplateView,
  added: readonly { product_no: string; quantity: number }[],
): Promise<void> => {
  const before = new Map(items.map(({ product_no, lastQuantity }) => [product_no, lastQuantity]))
  const changed = added.filter(
    ({ product_no, quantity }) => before.has(product_no) && before.get(product_no) !== quantity,
  )
  if (changed.length === 0) return
  await appendItems(
    device,
    id,
    changed.map(({ product_no, quantity }) => ({
      kind: 'setItem',
      product_no,
      settings: { lastQuantity: quantity },
    })),
  )
}

/** Moves items on the shelf. @throws the refusal, once shown */
export const placeItems = async (
  device: Device,
  id: string,
  placed: readonly { product_no: string; position: number }[],
): Promise<void> => {
  try {
    await appendItems(
      device,
      id,
      placed.map(({ product_no, position }) => ({ kind: 'setItem', product_no, settings: { position } })),
    )
  } catch (error) {
    showFailure(error)
    throw error
  }
}

/** At the end of the shelf. @param quantity counts as the last one */
export const addItem = async (
  device: Device,
  id: string,
  { product_no, quantity }: { product_no: string; quantity?: number | undefined },
): Promise<'added' | 'present' | 'refused'> => {
  const items = (await findTemplate(device.database, id))?.items ?? []
  if (items.some((item) => item.product_no === product_no)) return 'present'
  const isDone = await change(device, id, {
    kind: 'addItem',
    product_no,
    settings: { position: lastPosition(items), ...(quantity !== undefined && { lastQuantity: quantity }) },
    at: new Date().toISOString(),
  })
  return isDone ? 'added' : 'refused'
}

const tell = (message: string): void => {
  notifications.show({ message, statusColor: 'success', showInProduction: true })
}
