import { MESSAGES } from '#domain/messages.ts'
import type { SessionState } from '#src/device/device.ts'
import type { Notifications } from '#src/ui/notifications/notifications.ts'
import { takeFarewell } from './after-sign-out.ts'

/** As the specification spells it, and as Stripe does: either says that the person comes back from paying by card. */
const PAYMENT_RETURN = ['payment_inent_client_secret', 'payment_intent_client_secret']

/** What the page says when it starts: that it knows the person, or that they have signed out. Needs no network. */
export const greet = (parts: {
  session: SessionState
  /** Of the address: `?a=b`. */
  search: string
  storage: Pick<Storage, 'getItem' | 'removeItem'>
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
  if (parts.session.status !== 'signed-in' || !parts.session.restored) return
  const query = new URLSearchParams(parts.search)
  if (PAYMENT_RETURN.some((name) => query.has(name))) return
  parts.notifications.show({
    message: MESSAGES.welcomeBack,
    statusColor: 'success',
    greeting: true,
    showInProduction: true,
  })
}
