import { type AccountType, isStaffType } from './user.ts'

export const FAQ_AUDIENCES = ['everyone', 'customers', 'distributors', 'staff'] as const
export type FaqAudience = (typeof FAQ_AUDIENCES)[number]

/** The place of a question that is given none: last in a general subject. */
export const GENERAL_PLACE = { subject: 'General', audience: 'everyone', position: 999 } as const

/** Staff read every question, since customers ring them. */
export const faqAudiencesOf = (accountType: AccountType): readonly FaqAudience[] => {
  if (isStaffType(accountType)) return FAQ_AUDIENCES
  return ['everyone', accountType === 'DS' ? 'distributors' : 'customers']
}
