import { instantText, isCutOffPassed } from '#domain/delivery-days.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import type { CheckResult, DayInput } from './check.ts'
import { failed, passed } from './check-result.ts'
import { collectionDateCheck, collectionLeadTimeCheck } from './collection-checks.ts'

/** Checks the day itself; `cutOffCheck` checks the time. At most one of the two fails. */
export const deliveryDateCheck = (input: DayInput): CheckResult => {
  const { deliveryDay, deliveryDays, delivery, now } = input
  if (delivery?.method === 'collection') return collectionDateCheck(input, delivery)
  if (delivery?.served === false) {
    return failed('We no longer deliver to that address. Choose another address', { kind: 'choose_delivery' })
  }
  if (deliveryDay === null) return failed('Choose a delivery day', { kind: 'choose_day' })
  // The clock decides, as a device's list may be days old.
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

/** The message gives an absolute time, so that it stays true whenever it is read. */
export const cutOffCheck = (input: DayInput): CheckResult => {
  const { delivery } = input
  if (delivery?.method === 'collection') return collectionLeadTimeCheck(input, delivery)
  if (delivery?.served === false) return passed()
  const chosen = input.deliveryDays.find(({ day }) => day === input.deliveryDay)
  if (chosen === undefined || chosen.day < londonDayOf(input.now) || !isCutOffPassed(chosen, input.now)) {
    return passed()
  }
  return failed(
    `Ordering for ${dayText(chosen.day)} closed at ${instantText(new Date(chosen.cutOffAt))}. Choose another day`,
    { kind: 'choose_day' },
  )
}

/** Why an order that waits for a connection comes too late; undefined while it does not, or if the cut-off is not known. */
export const tooLateWords = (input: DayInput): string | undefined => {
  const isOver = input.deliveryDay !== null && input.deliveryDay < londonDayOf(input.now)
  const [words] = (isOver ? deliveryDateCheck(input) : cutOffCheck(input)).error_messages
  return words
}
