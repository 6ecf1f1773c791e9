import { slotText } from '#domain/collection.ts'
import { dayText } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { numberText } from '#domain/plain-text.ts'
import { TEMPLATE_ITEMS_MAX } from '#domain/templates/template.ts'
import { LINES_MAX, QUANTITY_MAX, type TrollyDetails, type TrollyHead } from '#domain/trolly.ts'
import type { RefusedCode } from './append.ts'
import type { LineState } from './line-view.ts'
import { type Operation, seenTotalPence } from './operation.ts'

export type NameOf = (product_no: string) => string

export const operationText = (operation: Operation, nameOf: NameOf): string =>
  TEXTS[operation.kind](operation as never, nameOf)

type Texts = { [Kind in Operation['kind']]: (of: Extract<Operation, { kind: Kind }>, name: NameOf) => string }

const TEXTS: Texts = {
  create: ({ details: { deliveryDay } }) =>
    deliveryDay === null ? 'Start a trolly' : `Start a trolly for ${dayText(deliveryDay)}`,
  add: ({ quantity, product_no }, nameOf) => `Add ${quantity} × ${nameOf(product_no)}`,
  set: ({ quantity, product_no }, nameOf) => `Set ${nameOf(product_no)} to ${quantity}`,
  remove: ({ product_no }, nameOf) => `Remove ${nameOf(product_no)}`,
  details: ({ changes }) => {
    const texts = detailsOf(changes).map(
      ([name, value]) => `${DETAILS[name].label} ${DETAILS[name].text(value)}`,
    )
    return `Change: ${texts.join(', ')}`
  },
  delete: () => 'Delete the trolly',
  checkout: (order) => {
    const totalPence = seenTotalPence(order)
    const amount = totalPence === null ? [] : [moneyText(totalPence)]
    return `Place the order: ${[countText(order.lines.length, 'line'), ...amount].join(', ')}`
  },
}

export const REFUSED_TEXT: Record<RefusedCode, string> = {
  trolly_unknown: 'This trolly is not on this device.',
  trolly_closed: 'This trolly is closed. Start a new one.',
  trolly_held: 'This trolly is waiting for your decision.',
  checkout_under_way: 'This order is being placed. You can’t change it until we hear back.',
  decision_needed: 'Something needs your decision first.',
  quantity_out_of_range: `Enter a quantity from 1 to ${numberText(QUANTITY_MAX)}.`,
  too_many_lines: `A trolly can hold up to ${numberText(LINES_MAX)} lines. Start another one.`,
  template_unknown: 'This template is not on this device.',
  template_deleted: 'This template was deleted. Restore it first.',
  template_held: 'This template is waiting for your decision.',
  too_many_items: `A template can hold up to ${TEMPLATE_ITEMS_MAX} products.`,
}

export const trollyTitle = (
  { deliveryDay, replacesOrderNo }: Pick<TrollyHead, 'deliveryDay' | 'replacesOrderNo'>,
  now: Date,
): string =>
  replacesOrderNo
    ? `Changes to order ${replacesOrderNo}`
    : deliveryDay === null
      ? 'No delivery day yet'
      : `Trolly for ${dayText(deliveryDay, now)}`

/** Titles by day, plus marks where days repeat. @param trollies marks most telling first, in one order; '' for none */
export const titlesApart = (
  trollies: readonly { id: string; title: string; marks: readonly string[] }[],
): ReadonlyMap<string, string> => {
  const titles = new Map(trollies.map(({ id, title }) => [id, title]))
  const withMark = (alike: typeof trollies, place: number): void => {
    const differ = new Set(alike.map(({ marks }) => marks[place])).size > 1
    for (const { id, marks } of alike)
      if (differ && marks[place]) titles.set(id, `${titles.get(id)}, ${marks[place]}`)
  }
  const marksCount = Math.max(0, ...trollies.map(({ marks }) => marks.length))
  for (let place = 0; place < marksCount; place += 1) {
    const groups = new Map<string | undefined, (typeof trollies)[number][]>()
    for (const trolly of trollies) {
      const title = titles.get(trolly.id)
      groups.set(title, [...(groups.get(title) ?? []), trolly])
    }
    for (const alike of groups.values()) withMark(alike, place)
  }
  return titles
}

/** "PO 7": many people type the letters themselves. */
export const poNumberText = (poNumber: string): string =>
  poNumber === '' || /^po\b/i.test(poNumber) ? poNumber : `PO ${poNumber}`

/** "Double Cream, Sour Cream and 7 more"; '' where no name is known. */
export const contentsText = (firstNames: readonly string[], lineCount: number): string => {
  if (firstNames.length === 0) return ''
  const more = lineCount - firstNames.length
  return `${firstNames.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const LINE_MARKS: Record<LineState, { label: string; tone: 'amber' | 'red' } | undefined> = {
  sent: undefined,
  waiting: { label: 'On this device', tone: 'amber' },
  sending: { label: 'On this device', tone: 'amber' },
  attention: { label: 'Action needed', tone: 'red' },
  held: { label: 'Action needed', tone: 'red' },
}

export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

export const detailsOf = (changes: Partial<TrollyDetails>): [name: DetailName, value: string | null][] =>
  DETAIL_NAMES.flatMap((name) => {
    const value = changes[name]
    return value === undefined ? [] : [[name, value]]
  })

export type DetailName = keyof TrollyDetails

export const DETAILS: Record<DetailName, { label: string; text: (value: string | null) => string }> = {
  deliveryDay: { label: 'delivery day', text: (day) => (day === null ? 'none' : dayText(day)) },
  method: { label: 'delivery or collection', text: (value) => value ?? 'delivery' },
  deliveryAddressId: {
    label: 'delivery address',
    text: (id) => (id === null ? 'your account address' : 'another address'),
  },
  collectionSiteId: {
    label: 'collection address',
    text: (id) => (id === null ? 'none' : 'a collection point'),
  },
  collectionSlot: {
    label: 'collection time',
    text: (slot) => (slot === null ? 'none' : slotText(slot)),
  },
  poNumber: { label: 'purchase order number', text: (value) => value || 'none' },
  instructions: { label: 'instructions', text: (value) => (value ? `“${value}”` : 'none') },
}

const DETAIL_NAMES = Object.keys(DETAILS) as DetailName[]
