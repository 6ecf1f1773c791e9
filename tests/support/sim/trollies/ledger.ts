import type { TermsChange } from '#domain/line-terms.ts'
import { isLineOperation } from '#domain/trollies/operation.ts'
import type { Decided, Detailed, Edited, Lane, Seen, SeenOrder, Wish } from './ledger-entries.ts'

/** What people did to trollies and had seen of them. */
export const createTrolliesLedger = () => {
  /** Sum of all additions to a line that is only ever added to, less discarded ones: `trolly product`. */
  const additions = new Map<string, number>()
  /** By idempotency key: what its author had seen of the line or the details at the time. */
  const seen = new Map<string, Seen>()
  /** By `device trolly product`: this device's last change to a line. */
  const lastWish = new Map<string, Wish>()
  /** `device trolly`: each person undoes only their own deletion. */
  const deletions = new Set<string>()
  const created = new Set<string>()
  /** By key, unanswered requests that their author no longer sees: they count if the server applied them. */
  const abandoned = new Map<string, { name: string; quantity: number }>()
  /** By key of a checkout, what was on screen. */
  const ordersSeen = new Map<string, SeenOrder>()
  /** By `trolly product field`, the last text or choice, and the devices it was changed on. */
  const terms = new Map<string, { devices: Set<string>; value: unknown }>()
  /** Sums replaced by a typed total, which happens only with a restored server. */
  const replaced = new Set<string>()

  const addTo = (trollyId: string, product_no: string, quantity: number): void => {
    const name = `${trollyId} ${product_no}`
    if (replaced.has(name)) return
    additions.set(name, (additions.get(name) ?? 0) + quantity)
  }

  const replace = (trollyId: string, product_no: string): void => {
    const name = `${trollyId} ${product_no}`
    additions.delete(name)
    replaced.add(name)
  }

  const doubtTerms = (trollyId: string, product_no = ''): void => {
    for (const [name, { devices }] of terms)
      if (name.startsWith(`${trollyId} ${product_no}`)) devices.add('what was lost')
  }

  return {
    additions,
    seen,
    lastWish,
    deletions,
    createdTrollies: created,
    abandoned,
    ordersSeen,
    terms,
    termed: ({ device, trollyId, product_no, change }: Termed): void => {
      for (const [field, value] of Object.entries(change)) {
        const name = `${trollyId} ${product_no} ${field}`
        terms.set(name, { devices: (terms.get(name)?.devices ?? new Set()).add(device), value })
      }
    },
    /** The most that may ever show, whether or not discarded additions were applied. */
    mostOf: (trollyId: string, product_no: string): number => {
      const name = `${trollyId} ${product_no}`
      if (replaced.has(name)) return Number.POSITIVE_INFINITY
      const lost = [...abandoned.values()].filter((each) => each.name === name)
      return lost.reduce((sum, { quantity }) => sum + quantity, additions.get(name) ?? 0)
    },
    created: (trollyId: string): void => void created.add(trollyId),
    deleted: (device: string, trollyId: string): void => void deletions.add(`${device} ${trollyId}`),
    deletionUndone: (device: string, trollyId: string): void =>
      void deletions.delete(`${device} ${trollyId}`),
    isDeleted: (trollyId: string): boolean =>
      [...deletions].some((deletion) => deletion.endsWith(` ${trollyId}`)),

    /** @returns the violations in what is shown, in words */
    edited: (entry: Edited): string[] => {
      const { device, trollyId, edit, queueBefore, queueAfter } = entry
      if (edit.kind === 'add') addTo(trollyId, edit.product_no, edit.quantity)
      const wishName = `${device} ${trollyId} ${edit.product_no}`
      const typed = edit.kind === 'remove' ? 0 : edit.quantity
      const isShown = edit.kind === 'add' || entry.shownAfter === typed
      const wrong = isShown ? [] : [`${wishName}: ${typed} was typed and ${entry.shownAfter} is shown`]
      const written = queueAfter.findLast(({ attempts, state }) => attempts === 0 && state === 'pending')
      if (!written) {
        lastWish.delete(wishName)
        return wrong
      }
      if (edit.kind === 'add' && written.operation.kind === 'set') replace(trollyId, edit.product_no)
      // An addition merged into an earlier one is applied with it, to the state that was seen at that time.
      const merged = written.operation.kind === 'add' ? seen.get(written.opId) : undefined
      // Their own typed quantity hides others' changes to the line, starting with the first that waits.
      const hiding = queueBefore.find(
        ({ operation, state }) => operation.kind !== 'add' && state !== 'attention' && state !== 'held',
      )
      const asked = queueBefore.find(({ state }) => state === 'attention')
      // Editing a line that asks is the decision; the refused addition beside it was not included in what is shown.
      if (asked?.operation.kind === 'add' && written.operation.kind === 'add')
        addTo(trollyId, edit.product_no, -asked.operation.quantity)
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
        version: merged?.version ?? version,
        present: merged?.present ?? entry.present,
        isTold: entry.isTold,
      })
      lastWish.set(wishName, {
        opId: written.opId,
        quantity: written.operation.kind === 'add' ? null : entry.shownAfter,
        ...((hiding || asked) && { madeOf: entry.shownAfter }),
      })
      return wrong
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
      if (operation.kind === 'terms' && choice === 'theirs') doubtTerms(trollyId, operation.product_no)
      if (!isLineOperation(operation)) {
        const again = queueAfter.findLast((queued) => queued.operation.kind === operation.kind)
        const version = asked.refusal?.head?.detailsVersion ?? 0
        if (again && operation.kind === 'checkout') ordersSeen.set(again.opId, operation)
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
      else if (operation.kind === 'add') replace(trollyId, product_no)
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

    ordered: (opId: string, order: SeenOrder): void => void ordersSeen.set(opId, order),

    /** Everything waiting in a lane was discarded, lost, or is about to be moved or sent again. */
    gaveUp: ({ device, trollyId, queue }: Lane) => {
      doubtTerms(trollyId)
      for (const { opId, operation, attempts } of queue) {
        const isLine = isLineOperation(operation)
        const quantity = operation.kind === 'add' ? operation.quantity : 0
        const name = `${trollyId} ${isLine ? operation.product_no : ''}`
        if (attempts > 0) abandoned.set(opId, { name, quantity })
        if (!isLine) continue
        addTo(trollyId, operation.product_no, -quantity)
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

    /** The same, based on the current state: a restored server was read first. */
    sentAgain: ({ device, trollyId, queue, versionOf }: Lane & { versionOf: (no: string) => number }) => {
      for (const { opId, operation } of queue) {
        if (!isLineOperation(operation)) continue
        const { product_no } = operation
        if (operation.kind === 'add') addTo(trollyId, product_no, operation.quantity)
        const present = operation.kind === 'add' && operation.toPresent === true
        seen.set(opId, { device, trollyId, product_no, version: versionOf(product_no), present })
        const quantity = operation.kind === 'add' ? null : operation.kind === 'set' ? operation.quantity : 0
        lastWish.set(`${device} ${trollyId} ${product_no}`, { opId, quantity })
      }
    },
  }
}

type Termed = { device: string; trollyId: string; product_no: string; change: TermsChange }

export type TrolliesLedger = ReturnType<typeof createTrolliesLedger>
