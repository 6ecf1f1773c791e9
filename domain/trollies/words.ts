import { slotText } from '#domain/collection.ts'
import { dayText } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import type { TrollyDetails, TrollyHead } from '#domain/trolly.ts'
import type { LineState } from './line-view.ts'
import { type Operation, seenTotalPence, type Terms } from './operation.ts'

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
  terms: (terms, nameOf) => `${nameOf(terms.product_no)}: ${termsText(terms)}`,
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

/** Which of the two changes: the agreement is long, and its words are not needed to open a trolly. */
const termsText = ({ note, substitution }: Terms): string =>
  [
    ...(note === undefined ? [] : [note === '' ? 'no note' : `note “${note}”`]),
    ...(substitution === undefined
      ? []
      : [substitution === null ? 'no substitute' : 'what to do if it’s short']),
  ].join(', ')

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
