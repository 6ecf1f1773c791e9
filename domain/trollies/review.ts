import { slotText } from '#domain/collection.ts'
import { termsOf } from '#domain/line-terms.ts'
import { dayText } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { isSameTerms } from '#domain/substitution.ts'
import { type DeliveryChoice, deliveryChoiceOf, METHOD_WORDS } from '#domain/trolly.ts'
import { type Checkout, seenTotalPence } from './operation.ts'
import type { NameOf } from './words.ts'

/** '' where there is no value before or after. */
export type Difference = { subject: string; was: string; now: string }

export type Orderable = Pick<Checkout, 'deliveryDay' | 'totalPence' | 'deliveryChargePence'> &
  DeliveryChoice & {
    lines: readonly (Checkout['lines'][number] & { isSold: boolean })[]
  }

/** Compares an order refused as `changed` with the current trolly: day, products, quantities, prices, total. */
export const differencesOf = (asked: Checkout, latest: Orderable, nameOf: NameOf): Difference[] => {
  const before = new Map(asked.lines.map((line) => [line.product_no, line]))
  const after = new Set(latest.lines.map(({ product_no }) => product_no))
  return [
    changed('Delivery day', dayWords(asked.deliveryDay), dayWords(latest.deliveryDay)),
    ...placesChanged(asked, latest),
    ...asked.lines.map((line) =>
      after.has(line.product_no)
        ? []
        : [{ subject: nameOf(line.product_no), was: `${line.quantity} ×`, now: 'removed' }],
    ),
    ...latest.lines.map((line) => ofLine(before.get(line.product_no), line, nameOf(line.product_no))),
    changedPrice('Delivery charge', asked.deliveryChargePence ?? 0, latest.deliveryChargePence ?? 0),
    changedPrice('Total', seenTotalPence(asked), seenTotalPence(latest)),
  ].flat()
}

const placesChanged = (asked: DeliveryChoice, latest: DeliveryChoice): Difference[] => {
  const [was, now] = [deliveryChoiceOf(asked), deliveryChoiceOf(latest)]
  if (was.method !== now.method)
    return changed('Delivery or collection', METHOD_WORDS[was.method], METHOD_WORDS[now.method])
  return [
    ...(was.deliveryAddressId === now.deliveryAddressId ? [] : [anotherOne('Delivery address')]),
    ...(was.collectionSiteId === now.collectionSiteId ? [] : [anotherOne('Collection address')]),
    ...changed('Collection time', slotWords(was.collectionSlot), slotWords(now.collectionSlot)),
  ]
}

const anotherOne = (subject: string): Difference => ({ subject, was: '', now: 'a different one' })

const slotWords = (slot: string | null): string => (slot === null ? 'none' : slotText(slot))

const ofLine = (
  asked: Checkout['lines'][number] | undefined,
  latest: Orderable['lines'][number],
  subject: string,
): Difference[] => {
  const { quantity, unitPricePence, isSold } = latest
  if (!asked) return [{ subject, was: '', now: `${quantity} × added` }]
  const counts = changed(subject, `${asked.quantity} ×`, `${quantity} ×`)
  const terms = areTermsTheSame(asked, latest)
    ? []
    : [{ subject, was: '', now: 'its note or substitute has changed' }]
  if (!isSold) return [...counts, { subject, was: '', now: 'no longer sold' }]
  return [...counts, ...changedPrice(subject, asked.unitPricePence, unitPricePence), ...terms]
}

/** An order of an older build says nothing of them. */
const areTermsTheSame = (asked: Checkout['lines'][number], latest: Checkout['lines'][number]): boolean =>
  asked.substitution === undefined || isSameTerms(termsOf(asked), termsOf(latest))

const changed = (subject: string, was: string, now: string): Difference[] =>
  was === now ? [] : [{ subject, was, now }]

const changedPrice = (subject: string, was: number | null, now: number | null): Difference[] =>
  was === null && now !== null
    ? [{ subject, was: '', now: moneyText(now) }]
    : changed(subject, moneyText(was), moneyText(now))

const dayWords = (day: string | null): string => (day === null ? 'none' : dayText(day))
