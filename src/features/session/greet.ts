import { MESSAGES } from '#domain/messages.ts'
import type { SessionState } from '#src/device/device.ts'
import type { Notifications } from '#src/ui/notifications/notifications.ts'
import { sayFarewell, takeFarewell } from './after-sign-out.ts'

/** The specification's spelling and Stripe's; either marks a return from card payment. */
const PAYMENT_RETURN = ['payment_inent_client_secret', 'payment_intent_client_secret']

/** The server reports an ended session within this time: do not welcome anyone back to one. */
export const GREETING_DELAY_MS = 1500
const GREETED = 'trolly-greeted'

/** Greets once per tab, not on every reload, and needs no network. */
export const greet = (parts: {
  session: () => SessionState
  search: string
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  after: (delayMs: number, act: () => void) => void
  notifications: Pick<Notifications, 'show'>
}): void => {
  const farewell = takeFarewell(parts.storage)
  if (farewell) sayFarewell(farewell, parts.notifications)
  const started = parts.session()
  if (started.status !== 'signed-in' || !started.restored) return
  const query = new URLSearchParams(parts.search)
  if (PAYMENT_RETURN.some((name) => query.has(name))) return
  if (parts.storage.getItem(GREETED) !== null) return
  parts.storage.setItem(GREETED, '1')
  parts.after(GREETING_DELAY_MS, () => {
    const current = parts.session()
    if (current.status !== 'signed-in' || current.user.id !== started.user.id) return
    parts.notifications.show({
      message: MESSAGES.welcomeBack,
      statusColor: 'success',
      showInProduction: true,
    })
  })
}
