import type { ReactNode } from 'react'
import { type Customer, freeDeliveryFrom } from '#domain/customer.ts'
import { moneyText, unpricedWords } from '#domain/money.ts'
import { countText } from '#domain/operations/words.ts'
import { progressTo, totalText } from '#domain/totals.ts'
import type { OpenTrolly } from '#src/store/open-trolly.ts'
import { TotalsFoot } from '#src/ui/layout/totals-foot.tsx'

export type TrollyFootProps = {
  trolly: OpenTrolly
  /** undefined: its terms are not known here, and no progress is shown. */
  customer: Customer | undefined
  /** The cut-off, counted down. */
  note?: ReactNode
  action: ReactNode
}

/** What the trolly comes to, how far it is to the minimum, and until when it can be ordered. */
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
  const { lineCount, netPence, vatPence, unpricedCount } = totals
  const lines = countText(lineCount, 'line')
  if (!pricesHere) return `${lines} · this account’s prices are not on this device yet`
  const unpriced = unpricedCount > 0 ? ` · ${unpricedCount} without a price` : ''
  return `${lines} · ${moneyText(netPence)} + ${moneyText(vatPence)} VAT${unpriced}`
}

const progressOf = ({ totals: { netPence }, pricesHere }: OpenTrolly, customer: Customer | undefined) => {
  if (!customer || !pricesHere) return undefined
  const minimum = progressTo(customer.minimumOrderPence, netPence)
  if (minimum && minimum.missingPence > 0) {
    const words = `${moneyText(minimum.missingPence)} to the minimum of ${moneyText(minimum.targetPence)}`
    return { share: minimum.fraction, words, tone: 'amber' as const }
  }
  const free = progressTo(freeDeliveryFrom(customer), netPence)
  if (!free) return undefined
  const words =
    free.missingPence > 0
      ? `${moneyText(free.missingPence)} to free delivery from ${moneyText(free.targetPence)}`
      : 'Delivery is free'
  return { share: free.fraction, words, tone: free.missingPence > 0 ? ('blue' as const) : ('green' as const) }
}
