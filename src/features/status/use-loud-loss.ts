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
  full: 'NOT saved: this device is out of space, so your last change was lost. Free up some space and make it again.',
  failed:
    'NOT saved: this device’s storage failed, so your last change was lost. Reload the page and make it again.',
}
