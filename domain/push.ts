import { DAY_MS, HOUR_MS } from './durations.ts'

type Urgency = 'low' | 'normal' | 'high'

type KindOfPush = {
  /** The choice among the settings. */
  label: string
  detail: string
  title: string
  body: string
  /** How long the news is of use to a device that is offline. A reminder's ends with its cut-off instead. */
  keptMs: number
  urgency: Urgency
}

/** The words name no person, product, price or order: they pass through another company's service and show on locked screens. */
export const PUSH_WORDS = {
  order_accepted: {
    label: 'Order accepted',
    detail: 'When an order is placed, by you or by our office for you.',
    title: 'Order accepted',
    body: 'Your order is in. Open it to check the details.',
    keptMs: DAY_MS,
    urgency: 'normal',
  },
  waiting_order_placed: {
    label: 'Waiting order placed',
    detail: 'When an order that you placed without a connection has reached us.',
    title: 'Waiting order placed',
    body: 'Your order has reached us. Open it to check the details.',
    keptMs: DAY_MS,
    urgency: 'high',
  },
  changed_by_office: {
    label: 'Changed by our office',
    detail: 'When our office changes or cancels one of your orders.',
    title: 'Order changed by our office',
    body: 'Open the order to see what has changed.',
    keptMs: DAY_MS,
    urgency: 'high',
  },
  short: {
    label: 'Something missing',
    detail: 'When less than you ordered is picked or delivered.',
    title: 'Something is missing',
    body: 'Part of your order is missing. Open it to see what comes instead.',
    keptMs: DAY_MS,
    urgency: 'high',
  },
  arriving: {
    label: 'On its way',
    detail: 'When an order has left our depot.',
    title: 'Your order is on its way',
    body: 'Open it to see what is coming.',
    keptMs: 12 * HOUR_MS,
    urgency: 'high',
  },
  back_in_stock: {
    label: 'Back in stock',
    detail: 'When a product that you asked about is available again.',
    title: 'Back in stock',
    body: 'Something that you asked about is available again.',
    keptMs: 2 * DAY_MS,
    urgency: 'low',
  },
  cut_off: {
    label: 'Cut-off in an hour',
    detail: 'While a trolly is not ordered yet. Earlier if this device is usually offline by then.',
    title: 'Cut-off is near',
    body: 'You have a trolly that is not ordered yet.',
    keptMs: HOUR_MS,
    urgency: 'high',
  },
} as const satisfies Record<string, KindOfPush>

export type PushKind = keyof typeof PUSH_WORDS
export const PUSH_KINDS = Object.keys(PUSH_WORDS) as PushKind[]

/** Declarative Web Push: Safari shows it without our service worker, and sw/push.ts shows the same elsewhere. */
export type PushMessage = {
  web_push: 8030
  notification: {
    title: string
    body: string
    /** The absolute address of the page that it opens. */
    navigate: string
    /** A later notification with the same tag replaces it. */
    tag: string
    lang: 'en-GB'
  }
}

export const pushMessageOf = ({
  kind,
  path,
  origin,
}: {
  kind: PushKind
  path: string
  origin: string
}): PushMessage => {
  const { title, body } = PUSH_WORDS[kind]
  return {
    web_push: 8030,
    notification: { title, body, navigate: new URL(path, origin).href, tag: path, lang: 'en-GB' },
  }
}
