import { isLineOperation, type QueuedOperation } from '#domain/operations/operation.ts'
import type { LineEdit } from './person.ts'

/**
 * What the people of a history did and what each of them had seen, kept apart from the product's own book-keeping, so
 * that the one can be held against the other.
 */
export const createLedger = () => {
  /** Sum of all additions to a line that only ever is added to, less what was given up: `trolly product`. */
  const additions = new Map<string, number>()
  /** By idempotency key: what its author had seen of the line or the details when they did it. */
  const seen = new Map<string, Seen>()
  /** By `device trolly product`: the last thing this device's person did to a line. */
  const lastWish = new Map<string, Wish>()
  /** `device trolly`: each person undoes only the deletion of their own. */
  const deletions = new Set<string>()
  const created = new Set<string>()
  /** What a person saw that they may never see, in words. */
  const broken: string[] = []

  /** By `user product`: who pressed its star, and what was wanted last. */
  const stars = new Map<
    string,
    { userId: string; product_no: string; devices: Set<string>; wanted: boolean }
  >()

  const addTo = (trollyId: string, product_no: string, quantity: number): void => {
    const name = `${trollyId} ${product_no}`
    additions.set(name, (additions.get(name) ?? 0) + quantity)
  }

  return {
    additions,
    seen,
    lastWish,
    createdTrollies: created,
    broken,
    stars,
    starred: (
      { name, userId }: { name: string; userId: string },
      product_no: string,
      wanted: boolean,
    ): void => {
      const key = `${userId} ${product_no}`
      const devices = stars.get(key)?.devices ?? new Set()
      stars.set(key, { userId, product_no, devices: devices.add(name), wanted })
    },
    created: (trollyId: string): void => void created.add(trollyId),
    deleted: (device: string, trollyId: string): void => void deletions.add(`${device} ${trollyId}`),
    deletionUndone: (device: string, trollyId: string): void =>
      void deletions.delete(`${device} ${trollyId}`),
    isDeleted: (trollyId: string): boolean =>
      [...deletions].some((deletion) => deletion.endsWith(` ${trollyId}`)),

    edited: (entry: Edited): void => {
      const { device, trollyId, edit, queueBefore, queueAfter } = entry
      if (edit.kind === 'add') addTo(trollyId, edit.product_no, edit.quantity)
      const wishName = `${device} ${trollyId} ${edit.product_no}`
      const typed = edit.kind === 'remove' ? 0 : edit.quantity
      if (edit.kind !== 'add' && entry.shownAfter !== typed)
        broken.push(`${wishName}: ${typed} was typed and ${entry.shownAfter} is shown`)
      const written = queueAfter.findLast(({ attempts, state }) => attempts === 0 && state === 'pending')
      if (!written) {
        lastWish.delete(wishName)
        return
      }
      const known = seen.get(written.opId)
      // Their own typed quantity hides what others do to the line, from the first that waits on.
      const hiding = queueBefore.find(
        ({ operation, state }) => operation.kind !== 'add' && state !== 'attention' && state !== 'held',
      )
      const asked = queueBefore.find(({ state }) => state === 'attention')
      const askedVersion =
        asked?.refusal?.line === undefined ? entry.rowVersion : (asked.refusal.line?.version ?? 0)
      const version = hiding
        ? (seen.get(hiding.opId)?.version ?? entry.rowVersion)
        : asked
          ? askedVersion
          : entry.rowVersion
      seen.set(written.opId, {
        device,
        trollyId,
        product_no: edit.product_no,
        version,
        // An addition folded into an earlier one was, with it, made to what stood then.
        present: known && written.operation.kind === 'add' ? known.present : entry.present,
      })
      lastWish.set(wishName, {
        opId: written.opId,
        quantity: written.operation.kind === 'add' ? null : entry.shownAfter,
        ...((hiding || asked) && { madeOf: entry.shownAfter }),
      })
    },

    detailed: (entry: Detailed): void => {
      const written = entry.queueAfter.findLast(
        ({ attempts, state }) => attempts === 0 && state === 'pending',
      )
      if (!written) return
      const hiding = entry.queueBefore.find(({ state }) => state !== 'attention')
      const version = hiding ? (seen.get(hiding.opId)?.version ?? entry.rowVersion) : entry.rowVersion
      seen.set(written.opId, {
        device: entry.device,
        trollyId: entry.trollyId,
        product_no: null,
        version,
        present: true,
      })
    },

    decided: ({ device, trollyId, asked, choice, queueAfter }: Decided): void => {
      const { operation } = asked
      if (!isLineOperation(operation)) {
        const again = queueAfter.findLast((queued) => queued.operation.kind === operation.kind)
        const version = asked.refusal?.head?.detailsVersion ?? 0
        if (again && choice === 'mine' && operation.kind === 'details')
          seen.set(again.opId, { device, trollyId, product_no: null, version, present: true })
        return
      }
      const { product_no } = operation
      const wishName = `${device} ${trollyId} ${product_no}`
      if (operation.kind === 'add') addTo(trollyId, product_no, -operation.quantity)
      const again = queueAfter.findLast(
        (queued) => isLineOperation(queued.operation) && queued.operation.product_no === product_no,
      )
      if (choice === 'theirs' || !again) {
        lastWish.delete(wishName)
        return
      }
      if (again.operation.kind === 'add') addTo(trollyId, product_no, again.operation.quantity)
      const stands = asked.refusal?.line
      seen.set(again.opId, {
        device,
        trollyId,
        product_no,
        version: stands === undefined ? (asked.expectedVersion ?? 0) : (stands?.version ?? 0),
        present: true,
      })
      const wanted = again.operation.kind === 'set' ? again.operation.quantity : 0
      lastWish.set(wishName, { opId: again.opId, quantity: again.operation.kind === 'add' ? null : wanted })
    },

    /** Everything that waits in a lane was given up, or is about to be moved. */
    gaveUp: ({ device, trollyId, queue }: Lane) => {
      for (const { operation } of queue) {
        if (!isLineOperation(operation)) continue
        if (operation.kind === 'add') addTo(trollyId, operation.product_no, -operation.quantity)
        lastWish.delete(`${device} ${trollyId} ${operation.product_no}`)
      }
    },

    moved: ({ device, trollyId, queue }: Lane) => {
      for (const { opId, operation } of queue) {
        if (!isLineOperation(operation)) continue
        const { product_no } = operation
        if (operation.kind === 'add') addTo(trollyId, product_no, operation.quantity)
        seen.set(opId, { device, trollyId, product_no, version: 0, present: false })
      }
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>

export type Seen = {
  device: string
  trollyId: string
  /** null: the details. */
  product_no: string | null
  /** Newest version that was on the screen, not hidden by a quantity of their own. */
  version: number
  /** The line stood in the trolly. */
  present: boolean
}

/**
 * quantity null: an addition, which the sum accounts for. madeOf: what it made of a quantity of their own that still
 * waited; the two are refused, and asked about, as that one quantity.
 */
export type Wish = { opId: string; quantity: number | null; madeOf?: number }

type Edited = {
  device: string
  trollyId: string
  edit: LineEdit
  present: boolean
  rowVersion: number
  queueBefore: readonly QueuedOperation[]
  queueAfter: readonly QueuedOperation[]
  shownAfter: number
}
type Detailed = {
  device: string
  trollyId: string
  rowVersion: number
  queueBefore: readonly QueuedOperation[]
  queueAfter: readonly QueuedOperation[]
}
type Decided = {
  device: string
  trollyId: string
  asked: QueuedOperation
  choice: 'mine' | 'theirs'
  queueAfter: readonly QueuedOperation[]
}
/** All that waits for a trolly on a device. */
type Lane = { device: string; trollyId: string; queue: readonly QueuedOperation[] }
