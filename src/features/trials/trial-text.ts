import type { DiscountTrial, PostcodeTrial } from '#contract/trials.ts'
import { moneyText } from '#domain/money.ts'
import { numberText } from '#domain/plain-text.ts'

/** `Of 1,204 orders in the last 28 days it would have changed 214, by -£1,930.40 without VAT. 3 would have been below the minimum order.` */
export const discountTrialText = ({ days, orders, changed, ...trial }: DiscountTrial): string => {
  const of = `Of ${ordersText(orders)} in the last ${days} days it would have changed`
  if (changed === 0) return `${of} none.`
  return [
    `${of} ${numberText(changed)}, ${byText(trial)}.`,
    trial.refused === 0
      ? 'None would have been refused.'
      : `${numberText(trial.refused)} would have been below the minimum order.`,
  ].join(' ')
}

/** `It decides 214 orders of the last 28 days. It would have refused 12 placed after the cut-off and 3 below the minimum order. …` */
export const postcodeTrialText = ({ days, orders, toAddresses, ...trial }: PostcodeTrial): string => {
  if (orders === 0) return `It decides no order of the last ${days} days.`
  const toAccounts = orders - toAddresses
  const refused = REFUSED.filter(([reason]) => trial[reason] > 0).map(
    ([reason, words]) => `${numberText(trial[reason])} ${words}`,
  )
  return [
    `It decides ${ordersText(orders)} of the last ${days} days.`,
    toAccounts === 0
      ? ''
      : `${toAddresses === 0 ? 'All' : numberText(toAccounts)} went to accounts, which have their own days, cut-off and minimum: it only sets their charge.`,
    `It would have refused ${refused.join(', ') || 'none'}.`,
    trial.accepted === 0
      ? ''
      : `It would have taken ${numberText(trial.accepted)} that the saved rules refuse.`,
    trial.charged === 0
      ? 'It would have changed no delivery charge.'
      : `It would have charged ${numberText(trial.charged)} differently, ${byText(trial)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const REFUSED = [
  ['late', 'placed after the cut-off'],
  ['tooSmall', 'below the minimum order'],
  ['otherDay', 'for days without delivery'],
  ['unserved', 'to addresses that would not be served'],
] as const

const ordersText = (count: number): string => `${numberText(count)} ${count === 1 ? 'order' : 'orders'}`

const byText = ({ differencePence }: { differencePence: number }): string =>
  `by ${differencePence > 0 ? '+' : ''}${moneyText(differencePence)} without VAT`
