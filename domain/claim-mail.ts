/** Mail about a claim on a delivery, to the person who made it. */
export const CLAIM_MAIL_KINDS = ['claim_asked', 'claim_accepted', 'claim_refused'] as const
export type ClaimMailKind = (typeof CLAIM_MAIL_KINDS)[number]

export const isClaimMail = (kind: string): kind is ClaimMailKind =>
  (CLAIM_MAIL_KINDS as readonly string[]).includes(kind)
