import type { BodyOf } from '#contract/endpoint.ts'
import type { push } from '#contract/push.ts'

/** What this browser can do. It asks the person for permission once; after a no, only the browser's own settings can allow it. */
export type PushPermission = 'unsupported' | 'blocked' | 'allowed' | 'not-asked'

export type PushSubscriptionSent = NonNullable<BodyOf<typeof push.subscribe>>

export type PushBrowser = {
  permission: () => PushPermission
  /**
   * Asks for permission where it has not, so call it first thing after a press.
   * @throws PushFailure
   */
  subscribe: (publicKey: string) => Promise<PushSubscriptionSent>
}

/** 'unreachable': the browser did not reach its push service, or has none. */
export type PushFailureReason = 'blocked' | 'dismissed' | 'unreachable'

export class PushFailure extends Error {
  readonly reason: PushFailureReason

  constructor(reason: PushFailureReason, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'PushFailure'
    this.reason = reason
  }
}

/** Some browsers without a push service never answer. */
const ANSWER_MS = 15_000

export const thisBrowser: PushBrowser = {
  permission: () => {
    const isSupported = 'Notification' in window && 'PushManager' in window && navigator.serviceWorker
    return isSupported ? PERMISSIONS[Notification.permission] : 'unsupported'
  },

  subscribe: async (publicKey) => {
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') throw new PushFailure(permission === 'denied' ? 'blocked' : 'dismissed')
    try {
      const { endpoint, keys } = (await withinAnswer(subscribeWith(publicKey))).toJSON()
      return { endpoint, keys } as PushSubscriptionSent
    } catch (cause) {
      throw new PushFailure('unreachable', { cause })
    }
  },
}

const PERMISSIONS: Record<NotificationPermission, PushPermission> = {
  granted: 'allowed',
  denied: 'blocked',
  default: 'not-asked',
}

const subscribeWith = async (applicationServerKey: string): Promise<PushSubscription> => {
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made with another server's key stands in the way of a new one.
  const former = await pushManager.getSubscription()
  if (former !== null && keyOf(former) !== applicationServerKey) await former.unsubscribe()
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** As base64url. */
const keyOf = ({ options }: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const withinAnswer = <Result>(result: Promise<Result>): Promise<Result> =>
  Promise.race([
    result,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The push service did not answer.')), ANSWER_MS)
    }),
  ])
