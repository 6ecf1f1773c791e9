import type { ReactNode } from 'react'
import type { Customer } from '#domain/customer.ts'
import { moneyText, unpricedWords } from '#domain/money.ts'
import { totalText } from '#domain/totals.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { TotalsFoot, type TotalsFootProps } from '#src/ui/layout/totals-foot.tsx'
import { progressOf } from './progress-of.ts'

export type TrollyFootProps = {
  trolly: OpenTrolly
  customer: Customer | undefined
  note?: ReactNode
  spareNote?: ReactNode
  above?: ReactNode
  action: ReactNode
  panel: TotalsFootProps['panel']
  totalInAction?: TotalsFootProps['totalInAction']
}

export function TrollyFoot({ trolly, customer, note, ...shown }: TrollyFootProps) {
  const { totals, pricesHere } = trolly
  return (
    <TotalsFoot
      totalText={totalText(totals, unpricedWords(pricesHere))}
      detail={detailWords(trolly)}
      progress={progressOf(trolly, customer)}
      note={pricesHere ? note : 'Prices for this account are not on this device yet'}
      {...shown}
    />
  )
}

const detailWords = ({ totals, pricesHere }: OpenTrolly): string => {
  const { deliveryChargePence = 0, vatPence, unpricedCount } = totals
  if (!pricesHere) return ''
  const included = [
    deliveryChargePence > 0 ? `${moneyText(deliveryChargePence)} delivery` : '',
    vatPence > 0 ? `${moneyText(vatPence)} VAT` : '',
  ].filter(Boolean)
  const parts = [
    included.length > 0 ? `incl. ${included.join(', ')}` : '',
    unpricedCount > 0 ? `${unpricedCount} without a price` : '',
  ]
  return parts.filter(Boolean).join(' · ')
}
