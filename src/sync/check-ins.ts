import { checkIns } from '#contract/check-ins.ts'
import {
  afterAnswer,
  CHECK_IN_KINDS,
  type CheckInHere,
  type CheckInOperation,
  checkInPhotosLane,
  checkInsLane,
  checkInText,
  isPhoto,
  refusedCheckInsText,
} from '#domain/check-ins.ts'
import type { Lane } from '#domain/outbox/record.ts'
import { type CheckInDraft, changeDraft, withCountedBefore } from '#src/store/check-in-draft.ts'
import { findRow, noteRefusal, putRow, readQueue } from '#src/store/lane-rows.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { type Noun, refusalOf } from '#src/sync/engine/noun.ts'

/** Events: nothing folds and nothing has a version. What was sent is kept as a row of its own until the server's list has it. */
export const checkInsNoun: Noun<CheckInOperation> = {
  rules: CHECK_IN_KINDS,
  words: { title: () => 'Deliveries', text: checkInText, refused: refusedCheckInsText },
  tables: { changed: ['rows'], settled: ['rows'], restored: [] },
  call: (operation) => {
    const { kind, orderId: id, checkInId } = operation
    if (kind === 'check_in') return { endpoint: checkIns.create, params: { id }, body: operation.made }
    const params = { id, checkInId }
    if (kind === 'answer') {
      const { answerId, words } = operation
      return { endpoint: checkIns.answer, params, body: { answerId, words } }
    }
    const { photoId, position } = operation
    // Where the bytes are lost, the server refuses the photo.
    const data = operation.kind === 'photo' ? operation.data : ''
    return { endpoint: checkIns.addPhoto, params, body: { photoId, position, data } }
  },
  codes: { gone: [], refused: ['claim_decided'] },
  whole: ({ database, id, operation }) =>
    operation.kind === 'kept_photo'
      ? findRow<string>(database, checkInPhotosLane(id), operation.photoId).then(
          (data): CheckInOperation =>
            data === undefined ? operation : { ...operation, kind: 'photo', data },
        )
      : Promise.resolve(operation),
  plan: async ({ database, id, operation }) => ({
    takenBack: [],
    write: {
      operation: await withPhotoApart(database, id, operation),
      expectedVersion: null,
      into: undefined,
    },
  }),
  repeated: ({ operation }) => ({ operation, expectedVersion: null }),
  settle: {
    applied: async ({ database, id, record: { operation } }) => {
      const lane = checkInsLane(id)
      const known = await database.rows.get([lane, operation.checkInId])
      const here = afterAnswer(operation, known?.value as CheckInHere | undefined)
      if (here) await putRow(database, lane, here.id, here)
      if (isPhoto(operation)) await dropPhotos(database, id, [operation.photoId])
      return new Map()
    },
    refused: async ({ database, id, record, ...refused }) => {
      const refusal = refusalOf(refused)
      const { lane, operation } = record
      if (operation.kind === 'check_in') await countAgain(database, id, operation)
      if (isPhoto(operation)) await dropPhotos(database, id, [operation.photoId])
      // Its check-in was refused before, which was noted.
      const isOrphan = isPhoto(operation) && refusal.code === 'claim_not_found'
      // A page of an earlier build may be the one that tells of it, and knows no other kind of photo.
      const told = isPhoto(operation) ? { ...operation, kind: 'photo', data: '' } : operation
      if (!isOrphan) await noteRefusal(database, { lane, operation: told }, refusal.code)
      return refusal
    },
  },
  discarded: async ({ database, id }) => {
    await database.rows.where('lane').equals(checkInPhotosLane(id)).delete()
  },
}

const dropPhotos = ({ rows }: UserDatabase, customerId: string, photoIds: readonly string[]) =>
  rows.bulkDelete(photoIds.map((photoId): [Lane, string] => [checkInPhotosLane(customerId), photoId]))

/** Not `async`, as in src/store/lane-rows.ts. */
const withPhotoApart = (
  { rows }: UserDatabase,
  customerId: string,
  operation: CheckInOperation,
): PromiseLike<CheckInOperation> => {
  if (operation.kind !== 'photo') return Promise.resolve(operation)
  const { data, ...photo } = operation
  return rows
    .put({ lane: checkInPhotosLane(customerId), id: photo.photoId, value: data })
    .then(() => ({ ...photo, kind: 'kept_photo' }))
}

/** Nothing typed or photographed is lost: the draft is back, and its photos wait there instead of being sent for nothing. */
const countAgain = async (
  database: UserDatabase,
  customerId: string,
  { orderId, checkInId, made }: Extract<CheckInOperation, { kind: 'check_in' }>,
): Promise<void> => {
  const queue = await readQueue<CheckInOperation>(database, {
    lane: checkInsLane(customerId),
    rules: CHECK_IN_KINDS,
  })
  const waiting = queue.flatMap(({ seq, operation }) =>
    isPhoto(operation) && operation.checkInId === checkInId ? [{ seq, ...operation }] : [],
  )
  const photoIds = waiting.map(({ photoId }) => photoId)
  const kept = await database.rows.bulkGet(
    photoIds.map((photoId): [Lane, string] => [checkInPhotosLane(customerId), photoId]),
  )
  const photos = waiting.map((photo, at) => ({
    ...photo,
    data: photo.kind === 'photo' ? photo.data : (kept[at]?.value as string),
  }))
  await database.outbox.bulkDelete(waiting.map(({ seq }) => seq))
  await dropPhotos(database, customerId, photoIds)
  const problems = made.lines.map(({ position, ...problem }) => {
    const ofLine = photos.filter((photo) => photo.position === position)
    return [position, { ...problem, photos: ofLine.map(({ photoId: id, data }) => ({ id, data })) }] as const
  })
  const before: CheckInDraft = { ...made, problems: Object.fromEntries(problems) }
  await changeDraft(database, { id: orderId, customerId }, (draft) => withCountedBefore(before, draft))
}
