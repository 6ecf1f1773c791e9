import { useCallback, useMemo } from 'react'
import type { SubstitutionChoice } from '#domain/line-terms.ts'
import { type SafetyEntry, safetyEntries } from '#domain/safety-entries.ts'
import { NOTICES_MOST, type SafetyOperation, safetyLane } from '#domain/safety-notices.ts'
import { isStaffType } from '#domain/user.ts'
import { useUser, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import type { Stored } from '#src/device/use-live.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useSafetyNotices } from '#src/device/use-safety-notices.ts'

/** Confirmed recalls as well. */
export const useSafetyEntries = (customerId: string): readonly SafetyEntry[] => {
  const { value } = useSafetyNotices(customerId)
  return useMemo(() => safetyEntries(value ?? []), [value])
}

export const useUnconfirmedEntries = (customerId: string): readonly SafetyEntry[] => {
  const entries = useSafetyEntries(customerId)
  return useMemo(() => entries.filter(({ isConfirmed }) => !isConfirmed), [entries])
}

/** Staff look at an account without being the customer; a person who may not order reads, and leaves confirming to those who may. */
export const useSafetyRole = (): 'confirms' | 'reads' | 'staff' => {
  const isStaff = isStaffType(useUser().account_type)
  const mayOrder = useMayOrder()
  if (isStaff) return 'staff'
  return mayOrder ? 'confirms' : 'reads'
}

type OrderedLines = {
  customerId: string
  lines: readonly {
    product_no: string
    removed: boolean
    substitution?: SubstitutionChoice | null | undefined
  }[]
}

/**
 * What the person confirms before an order of these products, or of substitutes that may come instead: an order of others is never
 * held up. Staff order by phone, and tell the customer then. Nothing may be ordered unless this device could read its notices.
 */
export const useSafetyToConfirm = ({
  customerId,
  lines,
}: OrderedLines): { state: Stored<unknown>['state']; entries: readonly SafetyEntry[] } => {
  const { state } = useSafetyNotices(customerId)
  const entries = useUnconfirmedEntries(customerId)
  const confirms = useSafetyRole() === 'confirms'
  return useMemo(() => {
    if (!confirms) return { state: 'ready', entries: [] }
    const ordered = new Set(lines.flatMap((line) => (line.removed ? [] : mayCome(line))))
    return {
      state,
      entries: entries.filter(({ products }) => products.some(({ product_no }) => ordered.has(product_no))),
    }
  }, [state, entries, lines, confirms])
}

const mayCome = ({ product_no, substitution }: OrderedLines['lines'][number]): string[] =>
  substitution?.kind === 'take' ? [product_no, substitution.product_no] : [product_no]

/** Works with and without a connection. A failure is shown. */
export const useSafetyChange = (customerId: string) => {
  const { queue } = useUserDevice()
  return useCallback(
    async (kind: SafetyOperation['kind'], entries: readonly SafetyEntry[]) => {
      const notices = entries.flatMap((entry) => entry.notices)
      try {
        for (let first = 0; first < notices.length; first += NOTICES_MOST) {
          const operation = { kind, notices: notices.slice(first, first + NOTICES_MOST) }
          await queue.append(safetyLane(customerId), operation)
        }
      } catch (error) {
        showFailure(error)
      }
    },
    [queue, customerId],
  )
}
