import { useEffect, useRef } from 'react'
import type { UserDatabase } from '#src/store/user-database.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { useUserDevice } from './device-context.tsx'

/** The lists that were reported as empty. */
const reported = new WeakMap<UserDatabase, Set<string>>()

/**
 * Says that a customer's list is empty (specification, section 4), once until it has had an entry.
 * @param count undefined while it is not known
 */
export const useEmptyMessage = (message: string, customerId: string, count: number | undefined): void => {
  const { database } = useUserDevice()
  const shown = useRef<number>(undefined)
  useEffect(() => {
    const known = reported.get(database) ?? new Set()
    reported.set(database, known)
    if (count === undefined) return
    const list = `${message} ${customerId}`
    if (count > 0) {
      known.delete(list)
      if (shown.current !== undefined) notifications.close(shown.current)
      shown.current = undefined
    } else if (!known.has(list)) {
      known.add(list)
      shown.current = notifications.show({
        message,
        statusColor: 'info',
        ofPage: true,
        showInProduction: true,
      })
    }
  }, [database, message, customerId, count])
}
