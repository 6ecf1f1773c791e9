import type { QueuedTemplateOperation } from '#domain/templates/operation.ts'
import type { TemplateItemView, TemplateView } from '#domain/templates/view.ts'

export type SeenDetails = { device: string; version: number }

/** What people did to templates and had seen of their names. For items, the last change wins. */
export const createTemplatesLedger = () => {
  const created = new Set<string>()
  /** By key: the newest version of the details on screen. */
  const seen = new Map<string, SeenDetails>()
  /** By `device template`: the last name given. */
  const names = new Map<string, { opId: string; name: string }>()
  /** By `template product`: who changed the item, and how it was shown after the last change. */
  const items = new Map<string, { devices: Set<string>; shown: TemplateItemView | undefined }>()
  /** `device template product` where that device's last change was the removal. */
  const removals = new Set<string>()

  const touched = (device: string, id: string, product_no: string, shown: TemplateItemView | undefined) => {
    const devices = items.get(`${id} ${product_no}`)?.devices ?? new Set()
    items.set(`${id} ${product_no}`, { devices: devices.add(device), shown })
    const key = `${device} ${id} ${product_no}`
    if (shown) removals.delete(key)
    else removals.add(key)
  }

  return {
    created,
    seen,
    names,
    items,
    removals,
    touched,

    made: (device: string, opId: string, { id, name, items: shown }: TemplateView): void => {
      created.add(id)
      names.set(`${device} ${id}`, { opId, name })
      for (const item of shown) touched(device, id, item.product_no, item)
    },

    renamed: (entry: {
      device: string
      id: string
      name: string
      rowVersion: number
      queueBefore: readonly QueuedTemplateOperation[]
      queueAfter: readonly QueuedTemplateOperation[]
    }): void => {
      const { device, id, name, rowVersion, queueBefore, queueAfter } = entry
      const written = queueAfter.findLast(
        ({ operation, attempts }) =>
          attempts === 0 && (operation.kind === 'details' || operation.kind === 'create'),
      )
      if (!written) return
      names.set(`${device} ${id}`, { opId: written.opId, name })
      // Their own name hides others' changes, starting with the first that waits.
      const hiding = queueBefore.find(
        ({ operation, state }) => operation.kind === 'details' && state !== 'attention',
      )
      const asked = queueBefore.find(
        ({ operation, state }) => operation.kind === 'details' && state === 'attention',
      )
      const shown = asked?.refusal?.template?.detailsVersion ?? rowVersion
      seen.set(written.opId, { device, version: hiding ? (seen.get(hiding.opId)?.version ?? shown) : shown })
    },

    decided: (entry: {
      device: string
      id: string
      asked: QueuedTemplateOperation
      again: QueuedTemplateOperation | undefined
    }): void => {
      const { device, id, asked, again } = entry
      if (asked.operation.kind !== 'details') return
      names.delete(`${device} ${id}`)
      if (again?.operation.kind !== 'details') return
      const version = asked.refusal?.template?.detailsVersion ?? asked.expectedVersion ?? 0
      seen.set(again.opId, { device, version })
      const { name } = again.operation.changes
      if (name !== undefined) names.set(`${device} ${id}`, { opId: again.opId, name })
    },

    /** Discarded, lost or re-sent work proves nothing about intent. */
    gaveUp: (device: string, id: string): void => {
      names.delete(`${device} ${id}`)
      for (const [key, { devices }] of items) if (key.startsWith(id)) devices.add('what was given up')
    },

    /** After a restore, only what devices and server agree on is certain. */
    restored: (): void => {
      for (const known of [seen, names, items]) known.clear()
    },
  }
}

export type TemplatesLedger = ReturnType<typeof createTemplatesLedger>
