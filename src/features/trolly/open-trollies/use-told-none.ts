import { useEffect, useRef } from 'react'
import { MESSAGES } from '#domain/messages.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import type { UserDatabase } from '#src/store/user-database.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** Customers already told that they have no open trolly. */
const told = new WeakMap<UserDatabase, Set<string>>()

/** Says once that a listing is empty (specification, section 4). @param count undefined: not listed yet */
export const useToldNone = (customerId: string, count: number | undefined): void => {
  const { database } = useUserDevice()
  const message = useRef<number>(undefined)
  useEffect(() => {
    const known = told.get(database) ?? new Set()
    told.set(database, known)
    if (count === undefined) return
    if (count > 0) {
      known.delete(customerId)
      if (message.current !== undefined) notifications.close(message.current)
      message.current = undefined
    } else if (!known.has(customerId)) {
      known.add(customerId)
      message.current = notifications.show({
        message: MESSAGES.noOpenTrollies,
        statusColor: 'info',
        ofPage: true,
        showInProduction: true,
      })
    }
  }, [database, customerId, count])
}
