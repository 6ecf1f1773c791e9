import { v7 as uuidv7 } from 'uuid'
import type { TemplateOperation } from '#domain/templates/operation.ts'
import { lastPosition, positionsToMove } from '#domain/templates/positions.ts'
import type { TemplateView } from '#domain/templates/view.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { findTemplate, readTemplateParts, templateLane } from '#src/store/templates.ts'
import type { Hand } from '#tests/support/sim/hand.ts'

/** What a person may do to a template on screen. */
export const TEMPLATE_DEEDS = ['rename', 'share', 'delete', 'restore'] as const
export const ITEM_DEEDS = ['addItem', 'setItem', 'moveItem', 'removeItem', 'restoreItem'] as const
export type TemplateDeed = (typeof TEMPLATE_DEEDS)[number] | (typeof ITEM_DEEDS)[number]

export const createTemplate = async (
  hand: Hand,
  parts: { customerId: string; productNos: readonly string[]; shared: boolean },
): Promise<string> => {
  const id = uuidv7()
  await hand.tab.queue.append(templateLane(id), {
    kind: 'create',
    templateId: id,
    customerId: parts.customerId,
    ownerId: hand.device.userId,
    name: 'Monday',
    visibility: parts.shared ? 'shared' : 'private',
    items: parts.productNos.map((product_no) => ({ product_no, quantity: 3 })),
    at: new Date(hand.now()).toISOString(),
  } as TemplateOperation)
  const { queue } = await readTemplateParts(hand.tab.database, id)
  const view = await findTemplate(hand.tab.database, id)
  if (view && queue[0]) hand.ledger.templates.made(hand.device.name, queue[0].opId, view)
  return id
}

/** Skips what the screen would not offer. Nothing else happens on the device meanwhile. */
export const changeTemplate = async (
  hand: Hand,
  parts: { id: string; deed: TemplateDeed; product_no: string; value: number },
): Promise<void> => {
  const { id, product_no } = parts
  const { database, queue } = hand.tab
  const view = await findTemplate(database, id)
  if (!view || view.held) return
  const before = await readTemplateParts(database, id)
  for (const operation of operationsOf(view, hand, parts)) {
    try {
      await queue.append(templateLane(id), operation)
    } catch (error) {
      if (error instanceof OperationRefused) return
      throw error
    }
    const after = await findTemplate(database, id)
    if ('product_no' in operation) {
      const shown = after?.items.find((item) => item.product_no === operation.product_no)
      hand.ledger.templates.touched(hand.device.name, id, operation.product_no, shown)
      if ((operation.kind === 'removeItem') !== (shown === undefined))
        hand.ledger.broken.push(`${hand.device.name}: ${operation.kind} of ${product_no} is not shown`)
      if ('settings' in operation && !isShownWith(shown, operation.settings))
        hand.ledger.broken.push(`${hand.device.name}: ${JSON.stringify(operation)} is not shown`)
    }
    if (operation.kind === 'details' && operation.changes.name !== undefined)
      hand.ledger.templates.renamed({
        device: hand.device.name,
        id,
        name: operation.changes.name,
        rowVersion: before.head?.detailsVersion ?? 0,
        queueBefore: before.queue,
        queueAfter: (await readTemplateParts(database, id)).queue,
      })
  }
}

const isShownWith = (shown: object | undefined, settings: object): boolean =>
  Object.entries(settings).every(([name, value]) => shown && Reflect.get(shown, name) === value)

const operationsOf = (
  view: TemplateView,
  hand: Hand,
  { deed, product_no, value }: { deed: TemplateDeed; product_no: string; value: number },
): TemplateOperation[] => {
  const isThere = view.items.some((item) => item.product_no === product_no)
  switch (deed) {
    case 'rename':
      return [{ kind: 'details', changes: { name: `Name ${value}` } }]
    case 'share':
      if (view.ownerId !== hand.device.userId) return []
      return [
        { kind: 'details', changes: { visibility: view.visibility === 'shared' ? 'private' : 'shared' } },
      ]
    case 'delete':
    case 'restore':
      return view.deleted === (deed === 'restore') ? [{ kind: deed }] : []
    case 'addItem': {
      if (isThere) return []
      const settings = { position: lastPosition(view.items) }
      return [{ kind: 'addItem', product_no, settings, at: new Date(hand.now()).toISOString() }]
    }
    case 'setItem':
      return isThere ? [{ kind: 'setItem', product_no, settings: { parLevel: value } }] : []
    case 'moveItem': {
      const behind = view.items[value % view.items.length]?.product_no
      if (!isThere || behind === undefined || behind === product_no) return []
      return positionsToMove(view.items, product_no, value % 2 === 0 ? null : behind).map((moved) => ({
        kind: 'setItem',
        product_no: moved.product_no,
        settings: { position: moved.position },
      }))
    }
    case 'removeItem':
      return isThere ? [{ kind: 'removeItem', product_no }] : []
    case 'restoreItem':
      // Offered for ten seconds after the removal: here, after this person's last removal.
      return !isThere && hand.ledger.templates.removals.has(`${hand.device.name} ${view.id} ${product_no}`)
        ? [{ kind: 'restoreItem', product_no }]
        : []
  }
}

/** Decides the first question, one way or the other. */
export const decideOnTemplate = async (hand: Hand, id: string, choice: 'mine' | 'theirs'): Promise<void> => {
  const { database, queue } = hand.tab
  const parts = await readTemplateParts(database, id)
  const asked = parts.queue.find(({ state }) => state === 'attention')
  if (!asked) return
  await queue.decide(asked.opId, choice)
  const after = await readTemplateParts(database, id)
  const again = after.queue.find(
    ({ opId, operation }) =>
      operation.kind === asked.operation.kind && !parts.queue.some((known) => known.opId === opId),
  )
  const { name: device } = hand.device
  // A refusal about an item: the current state is not what was shown.
  if (asked.operation.kind !== 'details' || choice === 'theirs') hand.ledger.templates.gaveUp(device, id)
  hand.ledger.templates.decided({ device, id, asked, again })
}
