import { useEffect } from 'react'
import { Section } from '#src/ui/layout/section.tsx'
import { SafetyList } from './safety-list.tsx'
import { type OrderedLines, useSafetyToConfirm } from './use-safety-entries.ts'

export type CheckoutSafetyProps = {
  id: string
  trolly: OrderedLines
  /** Whether something is left to confirm. Pass the same function on every render. */
  onUnread: (hasUnread: boolean) => void
}

/** Notices of the products that are about to be ordered. */
export function CheckoutSafety({ id, trolly, onUnread }: CheckoutSafetyProps) {
  const unread = useSafetyToConfirm(trolly)
  const hasUnread = unread.length > 0
  useEffect(() => {
    onUnread(hasUnread)
    return () => onUnread(false)
  }, [onUnread, hasUnread])
  return hasUnread ? (
    <Section title="Read this before you order">
      <SafetyList id={id} customerId={trolly.customerId} entries={unread} />
    </Section>
  ) : null
}
