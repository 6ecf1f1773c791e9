import { discounts } from '#contract/discounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Trial } from '#contract/trials.ts'
import { moneyText } from '#domain/money.ts'
import { numberText } from '#domain/plain-text.ts'
import { reasonOf } from '#src/api/messages.ts'
import { useApi } from '#src/device/device-context.tsx'

/** What a discount that is not saved yet would have done to the orders of the last weeks, in words. */
export const useDiscountTrial = () => {
  const api = useApi()
  return async (values: Record<string, unknown>, id: string | undefined): Promise<string> => {
    try {
      const body = { ...values, ...(id !== undefined && { id }) } as BodyOf<typeof discounts.trial>
      return trialText(await api.call(discounts.trial, { body }))
    } catch (error) {
      return `It could not be tried. ${reasonOf(error)}`
    }
  }
}

/** `Of 1,204 orders in the last 28 days it would have changed 214, by -£1,930.40 without VAT. 3 would have been refused.` */
export const trialText = ({ days, orders, changed, differencePence, refused }: Trial): string => {
  const of = `Of ${numberText(orders)} ${orders === 1 ? 'order' : 'orders'} in the last ${days} days it would have changed`
  if (changed === 0) return `${of} none.`
  const amount = `${differencePence > 0 ? '+' : ''}${moneyText(differencePence)}`
  return [
    `${of} ${numberText(changed)}, by ${amount} without VAT.`,
    refused === 0
      ? 'None would have been refused.'
      : `${numberText(refused)} would have been below the minimum order.`,
  ].join(' ')
}
