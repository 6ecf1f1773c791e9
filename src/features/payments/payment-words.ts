import type { Payment } from '#contract/payments.ts'
import { londonTimeOf } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import type { Tone } from '#src/ui/status/tone.tsx'

type PaymentWords = { title: string; tone: Tone; words: string }

/** The state of a payment. */
export const paymentWords = ({ state, orderNo, amountPence, expiresAt }: Payment): PaymentWords => {
  const amount = moneyText(amountPence)
  const by = londonTimeOf(new Date(expiresAt))
  return {
    awaiting: {
      title: 'Awaiting payment',
      tone: 'amber' as const,
      words: `We’re holding your goods until ${by}. Order ${orderNo} is placed once ${amount} is paid.`,
    },
    paid: {
      title: 'Paid',
      tone: 'green' as const,
      words: `${amount} paid by card. Order ${orderNo} is placed.`,
    },
    released: {
      title: 'Not paid',
      tone: 'red' as const,
      words: `Order ${orderNo} was cancelled before it was paid for. Nothing was charged.`,
    },
    refunding: {
      title: 'Being refunded',
      tone: 'amber' as const,
      words: `Order ${orderNo} was cancelled or changed. We’re refunding ${amount} to your card.`,
    },
    refunded: {
      title: 'Refunded',
      tone: 'amber' as const,
      words: `We refunded ${amount} for order ${orderNo} to your card. It can take up to 10 days to appear.`,
    },
  }[state]
}
