import type { ReactNode } from 'react'
import type { Customer } from '#domain/customer.ts'
import { moneyText, unpricedWords } from '#domain/money.ts'
import { totalText } from '#domain/totals.ts'
import { countText } from '#domain/trollies/words.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { TotalsFoot } from '#src/ui/layout/totals-foot.tsx'
import { progressOf } from './progress-of.ts'

export type TrollyFootProps = {
  trolly: OpenTrolly
  customer: Customer | undefined
  note?: ReactNode
  action: ReactNode
}

export function TrollyFoot({ trolly, customer, note, action }: TrollyFootProps) {
  const { totals } = trolly
  return (
    <TotalsFoot
      totalText={totalText(totals, unpricedWords(trolly.pricesHere))}
      detail={detailWords(trolly)}
      progress={progressOf(trolly, customer)}
      note={note}
      action={action}
    />
  )
}

const detailWords = ({ totals, pricesHere }: OpenTrolly): string => {
  const { lineCount, netPence, deliveryChargePence = 0, vatPence, unpricedCount } = totals
  const lines = countText(lineCount, 'line')
  if (!pricesHere) return `${lines} · this account’s prices are not on this device yet`
  const unpriced = unpricedCount > 0 ? ` · ${unpricedCount} without a price` : ''
  const delivery = deliveryChargePence > 0 ? ` + ${moneyText(deliveryChargePence)} delivery` : ''
  return `${lines} · ${moneyText(netPence)}${delivery} +\u00a0${moneyText(vatPence)}\u00a0VAT${unpriced}`
}
