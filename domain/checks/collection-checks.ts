import { type CollectionSlot, type SiteWithDays, slotOf, slotText } from '#domain/collection.ts'
import { instantText } from '#domain/delivery-days.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import type { StorageType } from '#domain/product.ts'
import type { CheckedDelivery, CheckInput, CheckResult, DayInput } from './check.ts'
import { failed, passed } from './check-result.ts'

type Collection = Extract<CheckedDelivery, { method: 'collection' }>

/** Checks place, day and slot; `collectionLeadTimeCheck` checks the time. At most one of the two fails. */
export const collectionDateCheck = (input: DayInput, collection: Collection): CheckResult => {
  const { deliveryDay, now, lines } = input
  const { site, slot } = collection
  if (site === null) return refused('Choose where to collect')
  const notStored = unkeptGoods(site, lines)
  if (notStored !== undefined) {
    return refused(
      `${site.name} can’t store ${notStored} goods. Choose another collection point, or delivery`,
    )
  }
  if (deliveryDay === null || slot === null) return refused('Choose a collection time')
  if (deliveryDay < londonDayOf(now)) {
    return refused(`${dayText(deliveryDay, now)} has passed. Choose another collection time`)
  }
  const when = `${dayText(deliveryDay, now)}, ${slotText(slot)}`
  const chosen = slotOf(site, deliveryDay, slot)
  if (chosen === undefined) return refused(`You can’t collect on ${when}. Choose another collection time`)
  if (chosen.free === 0 && !isClosed(chosen, now)) {
    return refused(`${when} is fully booked. Choose another collection time`)
  }
  return passed()
}

export const collectionLeadTimeCheck = (
  { deliveryDay, now, lines }: DayInput,
  collection: Collection,
): CheckResult => {
  const { site, slot } = collection
  if (site === null || unkeptGoods(site, lines) !== undefined) return passed()
  if (deliveryDay === null || deliveryDay < londonDayOf(now)) return passed()
  const chosen = slotOf(site, deliveryDay, slot)
  if (chosen === undefined || !isClosed(chosen, now)) return passed()
  return refused(
    `Ordering for ${dayText(deliveryDay)}, ${slotText(chosen.slot)} closed at ${instantText(new Date(chosen.closesAt))}. Choose another collection time`,
  )
}

const refused = (message: string): CheckResult => failed(message, { kind: 'choose_delivery' })

const isClosed = ({ closesAt }: CollectionSlot, now: Date): boolean => now.getTime() >= Date.parse(closesAt)

const unkeptGoods = ({ storageTypes }: SiteWithDays, lines: CheckInput['lines']): StorageType | undefined =>
  lines.find(({ product }) => product !== null && !storageTypes.includes(product.storageType))?.product
    ?.storageType
