import { type AccountType, isStaffType } from './user.ts'

export const FAQ_AUDIENCES = ['everyone', 'customers', 'distributors', 'staff'] as const
export type FaqAudience = (typeof FAQ_AUDIENCES)[number]

/** Staff read every question, since customers ring them. */
export const faqAudiencesOf = (accountType: AccountType): readonly FaqAudience[] => {
  if (isStaffType(accountType)) return FAQ_AUDIENCES
  return ['everyone', accountType === 'DS' ? 'distributors' : 'customers']
}
