import type { checkIns } from '#contract/check-ins.ts'
import { tooLateText } from '#domain/check-ins-shown.ts'
import {
  addedQuantity,
  type ClaimTiming,
  isDecided,
  mayCheckIn,
  PHOTO_BYTES_MAX,
  PHOTOS_EACH_MAX,
  PHOTOS_MAX,
  type PhotoType,
  timingOf,
} from '#domain/claims.ts'
import type { Connection } from '#server/db/transaction.ts'
import { findCustomer } from '#server/features/customers/visible-customers.repository.ts'
import { lockOrder, type OrderRow } from '#server/features/orders/orders.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  findPhotos,
  insertCheckIn,
  insertClaimEvent,
  insertPhoto,
  lockCheckIn,
  readReceivedLines,
  setClaimState,
} from './check-ins.repository.ts'

/**
 * What devices send from the door. Ids are made on the device and each call locks the order, so that a repeat adds nothing and
 * two devices cannot claim the same goods twice.
 * @throws Refusal `order_not_found`, also for another user's; `claim_not_found`
 */
export const checkInsService = (): Answers<typeof checkIns> => ({
  create: async ({ connection, user, params, body, now }) => {
    const { checkInId, lines, ...made } = body
    const order = await requireOrder(connection, user, params.id)
    const earlier = await lockCheckIn(connection, checkInId)
    if (earlier) return { id: requireOf(order, earlier).id }
    // A device's clock may be ahead.
    const at = new Date(Math.min(Date.parse(made.at), now.getTime()))
    const progress = textsOf(order)
    if (!mayCheckIn(progress, at)) throw new Refusal('not_delivered_yet')

    const received = await readReceivedLines(connection, order.id)
    const known = lines.map((line) => {
      const found = received.get(line.position)
      if (found === undefined) throw new Refusal('line_not_found', { message: NO_SUCH_LINE })
      return { ...line, ...found }
    })
    if (new Set(lines.map(({ position }) => position)).size < lines.length)
      throw new Refusal('invalid_request', { message: 'A line is named twice.' })
    const timed = known.map((line) => ({
      ...line,
      timing: timingOf(progress, { at, receivedAt: now, storageType: line.storageType }),
    }))
    const isLate = ({ timing }: { timing: ClaimTiming }) => timing === 'too_late'
    if (timed.length > 0 && timed.every(isLate)) throw new Refusal('claim_too_late')

    const added = timed.flatMap(({ seenQuantity: seen, ...line }) => {
      const quantity = addedQuantity({ ...line, seen })
      return quantity === 0 ? [] : [{ ...line, quantity }]
    })
    const late = added.filter(isLate)
    const claimed = added
      .filter((line) => !isLate(line))
      .map(({ position, problem, quantity, delivered, reason }) => ({
        position,
        problem,
        quantity,
        deliveredQuantity: delivered,
        reason: reason.trim(),
      }))
    const row = {
      ...made,
      id: checkInId,
      orderId: order.id,
      userId: user.userId,
      at,
      receivedAt: now,
      sentLate: timed.some(({ timing }) => timing === 'sent_late'),
    }
    await insertCheckIn(connection, row, claimed)
    if (added.length > 0)
      await insertClaimEvent(connection, {
        checkInId,
        at: now,
        userId: user.userId,
        kind: 'claimed',
        words: late.length === 0 ? '' : tooLateText(late),
      })
    return { id: checkInId }
  },

  addPhoto: async ({ connection, user, params, body: { photoId, position, data }, now }) => {
    const { id: checkInId, orderId } = await requireCheckIn(connection, user, params)
    const content = Buffer.from(data, 'base64')
    const type = photoTypeOf(content)
    if (type === undefined || content.length > PHOTO_BYTES_MAX) throw new Refusal('photo_unreadable')
    const earlier = await findPhotos(connection, checkInId)
    if (earlier.some(({ id }) => id === photoId)) return { id: photoId }
    if (!(await readReceivedLines(connection, orderId)).has(position))
      throw new Refusal('line_not_found', { message: NO_SUCH_LINE })
    const ofLine = earlier.filter((photo) => photo.position === position)
    if (ofLine.length >= PHOTOS_EACH_MAX || earlier.length >= PHOTOS_MAX) throw new Refusal('too_many_photos')
    await insertPhoto(connection, { id: photoId, checkInId, position, type, content }, now)
    return { id: photoId }
  },

  answer: async ({ connection, user, params, body: { answerId, words }, now }) => {
    const { id: checkInId, state } = await requireCheckIn(connection, user, params)
    if (state === null) throw new Refusal('claim_not_found')
    const event = { id: answerId, checkInId, at: now, userId: user.userId, words }
    const isNew = await insertClaimEvent(connection, { ...event, kind: 'answered' })
    if (isNew && isDecided(state)) throw new Refusal('claim_decided')
    if (isNew) await setClaimState(connection, checkInId, 'open', null)
    return { id: answerId }
  },
})

const NO_SUCH_LINE = 'The order has no such line.'

const requireOrder = async (connection: Connection, user: Caller, id: string): Promise<OrderRow> => {
  const order = await lockOrder(connection, id)
  const customer = order && (await findCustomer(connection, user, order.customerId))
  if (order === undefined || customer === undefined) throw new Refusal('order_not_found')
  return order
}

const requireCheckIn = async (
  connection: Connection,
  user: Caller,
  { id, checkInId }: { id: string; checkInId: string },
) => requireOf(await requireOrder(connection, user, id), await lockCheckIn(connection, checkInId))

const requireOf = <Found extends { orderId: string }>(order: OrderRow, found: Found | undefined): Found => {
  if (found?.orderId !== order.id) throw new Refusal('claim_not_found')
  return found
}

const textsOf = ({ deliveryDay, ...order }: OrderRow) => {
  const textOf = (at: Date | null) => at?.toISOString() ?? null
  return {
    deliveryDay,
    deliveredAt: textOf(order.deliveredAt),
    confirmedAt: textOf(order.confirmedAt),
    cancelledAt: textOf(order.cancelledAt),
    replacedAt: textOf(order.replacedAt),
  }
}

/** By what every such file begins with: what a browser would run or show otherwise is not stored. */
const photoTypeOf = (content: Buffer): PhotoType | undefined => {
  if (content.subarray(0, 3).equals(JPEG_START)) return 'image/jpeg'
  const isWebp = content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'image/webp' : undefined
}

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
