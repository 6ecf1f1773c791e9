import type { SafetyNoticeRow } from '#contract/safety-notice-report.ts'
import type { SafetyState } from '#domain/allergen-changes.ts'
import { declaredChanges } from '#domain/safety-words.ts'
import type { Tone } from '#src/ui/status/tone.tsx'

export const SAFETY_STATE_WORDS: Readonly<Record<SafetyState, string>> = {
  to_phone: 'Not reached',
  seen: 'Read',
  acknowledged: 'Confirmed',
  phoned: 'Phoned',
  cancelled: 'Undone',
}

export const SAFETY_STATE_TONES: Readonly<Record<SafetyState, Tone>> = {
  to_phone: 'red',
  seen: 'amber',
  acknowledged: 'green',
  phoned: 'green',
  cancelled: 'plain',
}

export const noticeTitle = ({ products, recall }: Pick<SafetyNoticeRow, 'products' | 'recall'>): string => {
  const [first, ...more] = products.map(({ name, product_no }) => name || product_no)
  return [more.length === 0 ? first : `${first} and ${more.length} more`, recall?.reference]
    .filter(Boolean)
    .join(' · ')
}

export const noticeWords = ({ before, after, recall, closedAt }: SafetyNoticeRow): string => {
  if (recall) return closedAt === null ? recall.reason : `Withdrawn. ${recall.reason}`
  return before && after ? declaredChanges(before, after).join('. ') : ''
}
