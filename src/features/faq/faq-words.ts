import type { FaqAudience } from '#domain/faq.ts'

export const AUDIENCE_WORDS: Record<FaqAudience, string> = {
  everyone: 'Everyone',
  customers: 'Customers',
  distributors: 'Distributors',
  staff: 'Staff',
}
