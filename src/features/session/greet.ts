import { MESSAGES } from '#domain/messages.ts'
import type { SessionState } from '#src/device/device.ts'
import type { Notifications } from '#src/ui/notifications/notifications.ts'
import { takeFarewell } from './after-sign-out.ts'

/** As the specification spells it, and as Stripe does: either says that the person comes back from paying by card. */
const PAYMENT_RETURN = ['payment_inent_client_secret', 'payment_intent_client_secret']

/** A server that has ended the session says so within this time: nobody is welcomed back to a session that is over. */
export const GREETING_DELAY_MS = 1500
const GREETED = 'trolly-greeted'

/**
 * What the page says when it starts: that it knows the person, or that they have signed out. Needs no network. The welcome
 * is for a start of the app, not for every reload: once a tab.
 */
export const greet = (parts: {
  session: () => SessionState
  /** Of the address: `?a=b`. */
  search: string
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  after: (delayMs: number, act: () => void) => void
  notifications: Pick<Notifications, 'show'>
}): void => {
  const farewell = takeFarewell(parts.storage)
  if (farewell) {
    parts.notifications.show({
      message: farewell.message,
      statusCode: farewell.statusCode,
      statusColor: farewell.failed ? 'error' : 'success',
      showInProduction: true,
    })
  }
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
