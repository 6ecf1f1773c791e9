import { slotText } from './collection.ts'
import type { DeliveryTerms } from './delivery-charge.ts'
import { dayText, WEEKDAYS } from './london-time.ts'
import { moneyText } from './money.ts'
import { addressText, type OrderAddress } from './order.ts'
import type { Totals } from './totals.ts'
import type { DeliveryChoice } from './trolly.ts'

type Fact = { term: string; value: string }

/** Without VAT; empty where no charge can apply. */
export const chargeFacts = ({
  deliveryChargePence,
  freeDeliveryFromPence,
}: Pick<Totals, 'deliveryChargePence' | 'freeDeliveryFromPence'>): Fact[] => {
  if (deliveryChargePence === undefined || freeDeliveryFromPence === undefined) return []
  if (deliveryChargePence === 0) return [{ term: 'Delivery', value: 'Free' }]
  return [
    {
      term: `Delivery (free from ${moneyText(freeDeliveryFromPence)})`,
      value: moneyText(deliveryChargePence),
    },
  ]
}

export const termsText = ({ chargePence, freeFromPence }: DeliveryTerms): string =>
  chargePence === 0 || freeFromPence === null
    ? 'Free delivery'
    : `Delivery ${moneyText(chargePence)}, free from ${moneyText(freeFromPence)}`

/** "Mon–Sat", "Tue, Fri". @param weekdays ISO: 1 Monday to 7 Sunday, in order */
export const weekdaysText = (weekdays: readonly number[]): string => {
  if (weekdays.length === WEEKDAYS.length) return 'Every day'
  const runs: number[][] = []
  for (const day of weekdays) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  return runs.map(runText).join(', ')
}

const runText = (run: readonly number[]): string => {
  const names = run.map((day) => WEEKDAYS[day - 1])
  return names.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(', ')
}

export const placeFacts = ({
  method,
  address,
}: DeliveryChoice & { address?: OrderAddress | undefined }): Fact[] =>
  address === undefined
    ? []
    : [{ term: method === 'collection' ? 'Collect from' : 'Deliver to', value: addressText(address) }]

export const whenText = (
  { method, deliveryDay, collectionSlot }: DeliveryChoice & { deliveryDay: string },
  now: Date,
): string => {
  const day = dayText(deliveryDay, now)
  if (method !== 'collection') return `Arriving ${day}`
  return `Collect ${day}${collectionSlot ? `, ${slotText(collectionSlot)}` : ''}`
}
