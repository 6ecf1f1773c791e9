import type { Claim } from '#contract/claims.ts'
import { problemText } from '#domain/check-ins-shown.ts'
import type { ClaimMailKind } from '#domain/claim-mail.ts'
import type { MailWords } from '#domain/mail-words.ts'
import { moneyText } from '#domain/money.ts'

/** @param said what the office has written to the customer; empty where an accepted claim needs no words */
export const claimMailWords = (kind: ClaimMailKind, claim: Claim, said: string): MailWords => {
  const { subject, heading, paragraphs, label } = WORDS[kind](claim)
  const about = `Claim ${claim.claimNo} on order ${claim.orderNo} for ${claim.customerName}: ${claim.lines.map((line) => `${line.name} (${problemText(line)})`).join(', ')}.`
  return {
    subject,
    heading,
    paragraphs: [about, ...said.split(/\s*\n\s*/).filter(Boolean), ...paragraphs],
    link: { path: `/orders/history-${claim.orderId}`, label },
  }
}

type Words = Omit<MailWords, 'link'> & { label: string }

const SEE = 'See this claim'

const WORDS: Record<ClaimMailKind, (claim: Claim) => Words> = {
  claim_asked: ({ claimNo }) => ({
    subject: `A question about your claim ${claimNo}`,
    heading: 'We have a question about your claim',
    paragraphs: ['We decide once you have answered on the order’s page.'],
    label: 'Answer',
  }),
  claim_accepted: (claim) => ({
    subject: `Claim ${claim.claimNo} accepted`,
    heading: 'We have accepted your claim',
    paragraphs: [creditText(claim)],
    label: SEE,
  }),
  claim_refused: ({ claimNo }) => ({
    subject: `Claim ${claimNo} refused`,
    heading: 'We could not accept your claim',
    paragraphs: ['If you do not agree, please call us.'],
    label: SEE,
  }),
}

const creditText = ({ creditPence, creditNoteNo }: Claim): string => {
  if (creditNoteNo !== null)
    return `${moneyText(creditPence ?? 0)} is credited by credit note ${creditNoteNo}.`
  if ((creditPence ?? 0) === 0) return 'The invoice is right already, so there is nothing more to credit.'
  return `${moneyText(creditPence ?? 0)} will be credited with the invoice.`
}
