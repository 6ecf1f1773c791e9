import { type DeliveryDaysInput, offeredDays } from './delivery-days.ts'
import { londonDayOf } from './london-time.ts'
import { compareCodes } from './plain-text.ts'

/** The cut-offs of a day for all customers together, as the office follows them. */

export type OrderingTerms = Pick<
  DeliveryDaysInput,
  'deliveryWeekdays' | 'cutOffTime' | 'cutOffDaysBefore'
> & { customerId: string; route: string }

export type CutOffOfRoute = {
  cutOffAt: string
  route: string
  deliveryDay: string
  customerIds: string[]
}

/** The earliest first: one for each time, route and delivery day. Those of today that have passed are included. */
export const cutOffsToday = (
  customers: readonly OrderingTerms[],
  holidays: readonly string[],
  now: Date,
): CutOffOfRoute[] => {
  const today = londonDayOf(now)
  // Hundreds of customers share a few sets of terms.
  const daysOfTerms = new Map<string, { day: string; cutOffAt: string }[]>()
  const found = new Map<string, CutOffOfRoute>()
  for (const { customerId, route, ...terms } of customers) {
    const key = JSON.stringify(terms)
    const days =
      daysOfTerms.get(key) ??
      offeredDays({ ...terms, holidays }, now).filter(
        ({ cutOffAt }) => londonDayOf(new Date(cutOffAt)) === today,
      )
    daysOfTerms.set(key, days)
    for (const { day: deliveryDay, cutOffAt } of days) {
      const name = JSON.stringify([cutOffAt, route, deliveryDay])
      const cutOff = found.get(name) ?? { cutOffAt, route, deliveryDay, customerIds: [] }
      cutOff.customerIds.push(customerId)
      found.set(name, cutOff)
    }
  }
  return [...found.values()].sort(
    (a, b) =>
      compareCodes(a.cutOffAt, b.cutOffAt) ||
      compareCodes(a.route, b.route) ||
      compareCodes(a.deliveryDay, b.deliveryDay),
  )
}

/** A customer usually orders for a day if at least two of the four weeks before had an order for its weekday. */
export const USUAL_WEEKS = 4
export const isUsual = (weeksWithOrder: number): boolean => weeksWithOrder >= USUAL_WEEKS / 2
