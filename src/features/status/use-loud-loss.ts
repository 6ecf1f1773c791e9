import { useEffect } from 'react'
import type { StorageState } from '#src/store/storage-health.ts'
import { notifications, PERSISTENT } from '#src/ui/notifications/notifications.ts'

/** Reports lost work until dismissed or fixed. */
export const useLoudLoss = (notSaved: StorageState['notSaved']): void => {
  useEffect(() => {
    if (!notSaved) return
    const id = notifications.show({
      message: NOT_SAVED[notSaved.reason],
      statusColor: 'error',
      timeoutLength: PERSISTENT,
      showInProduction: true,
    })
    return () => {
      if (id !== undefined) notifications.close(id)
    }
  }, [notSaved])
}

const NOT_SAVED = {
  full: 'NOT saved: this device has no room left, and your last change was not kept. Free some space, then make it again.',
  failed:
    'NOT saved: this device’s storage failed, and your last change was not kept. Reload, then make it again.',
}
