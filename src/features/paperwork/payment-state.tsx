import type { PaperworkDocument } from '#contract/paperwork.ts'
import { dayText } from '#domain/london-time.ts'
import { Badge } from '#src/ui/status/badge.tsx'

/** undefined where there is nothing to pay: credit notes and delivery notes. */
export const paymentText = (
  { kind, owedPence, overdue, dueDay }: PaperworkDocument,
  wordsOf = (day: string): string => dayText(day, new Date()),
): string | undefined => {
  if (kind !== 'invoice' || dueDay === null) return undefined
  if (owedPence === 0) return 'Paid'
  return `${overdue ? 'Overdue since' : 'Due'} ${wordsOf(dueDay)}`
}

export function PaymentState({ document }: { document: PaperworkDocument }) {
  const words = paymentText(document)
  if (words === undefined) return null
  return document.overdue ? <Badge label={words} tone="red" /> : words
}
