import { instantText, isCutOffPassed } from '#domain/delivery-days.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import type { CheckInput, CheckResult } from './check.ts'
import { failed, passed } from './check-result.ts'

/**
 * The day itself: chosen, not past, and one on which goods come to this customer. Whether there is still time to order
 * for it is `cutOffCheck`'s; of the two at most one fails.
 */
export const deliveryDateCheck = ({ deliveryDay, deliveryDays, now }: CheckInput): CheckResult => {
  if (deliveryDay === null) return failed('Choose a delivery day', { kind: 'choose_day' })
  // Asked of the clock, not of the list: a device's list may be some days old.
  if (deliveryDay < londonDayOf(now)) {
    return failed(`${dayText(deliveryDay, now)} has passed. Choose another delivery day`, {
      kind: 'choose_day',
    })
  }
  if (!deliveryDays.some(({ day }) => day === deliveryDay)) {
    return failed(`We don’t deliver on ${dayText(deliveryDay, now)}. Choose another day`, {
      kind: 'choose_day',
    })
  }
  return passed()
}

/** The message names the instant for good, so that it reads the same on every clock and at any later time. */
export const cutOffCheck = (input: CheckInput): CheckResult => {
  const chosen = input.deliveryDays.find(({ day }) => day === input.deliveryDay)
  if (chosen === undefined || chosen.day < londonDayOf(input.now) || !isCutOffPassed(chosen, input.now)) {
    return passed()
  }
  return failed(
    `Ordering for ${dayText(chosen.day)} closed at ${instantText(new Date(chosen.cutOffAt))}. Choose another day`,
    { kind: 'choose_day' },
  )
}
