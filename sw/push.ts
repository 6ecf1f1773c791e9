import { pathOf, type ReplyOf } from '#contract/endpoint.ts'
import { push } from '#contract/push.ts'
import type { PushMessage } from '#domain/push.ts'
import { OPEN_PAGE } from '#domain/worker-messages.ts'
import { parsedJson, readReply } from '#src/api/read-reply.ts'
import type { SessionRow } from '#src/store/device/session-rows.ts'

type Notice = PushMessage['notification']
type Data = { text: () => string } | null
/** As much of `WindowClient` as is used, which only workers know. */
type Page = {
  readonly url: string
  focus: () => Promise<Page>
  navigate: (path: string) => Promise<unknown>
  postMessage: (message: unknown, transfer: MessagePort[]) => void
}
type Shown = Pick<Notification, 'data' | 'close'>

type ShowPorts = { registration: Pick<ServiceWorkerRegistration, 'showNotification'>; origin: string }

/** Browsers take the permission away from a worker that shows nothing, so a message that cannot be read shows this. */
const UNREADABLE: Omit<Notice, 'navigate'> = {
  title: 'Trolly',
  body: 'There is news. Open Trolly to see it.',
  tag: 'news',
  lang: 'en-GB',
}

/** Shows what Safari shows of the same message by itself. */
export const showPush = async (data: Data, { registration, origin }: ShowPorts): Promise<void> => {
  const { title, navigate, ...rest } = noticeOf(data) ?? { ...UNREADABLE, navigate: origin }
  await registration.showNotification(title, {
    ...rest,
    icon: '/icons/trolly-192.png',
    badge: '/icons/trolly-monochrome-512.png',
    data: { navigate },
  })
}

const noticeOf = (data: Data): Notice | undefined => {
  const message = parsedJson(data?.text() ?? '') as Partial<PushMessage> | null | undefined
  const notice = message?.notification
  const texts = [notice?.title, notice?.body, notice?.navigate, notice?.tag]
  return texts.every((text) => typeof text === 'string') ? notice : undefined
}

type OpenPorts = {
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly Page[]>
    openWindow: (path: string) => Promise<unknown>
  }
  origin: string
}

/** How long an open page may take to say that it shows the notification's page. */
const ANSWER_MS = 1_000

/** Brings a window of the app to the front with the notification's page, and opens one if there is none. */
export const openNotified = async (notification: Shown, { clients, origin }: OpenPorts): Promise<void> => {
  notification.close()
  const path = pathWithin(notification.data?.navigate, origin)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => pathWithin(url, origin) === path) ?? windows[0]
  if (there === undefined) return void (await clients.openWindow(path))
  const shown = await there.focus().catch(() => there)
  if (await showsPage(shown, path)) return
  // The page is a visitor's or does not answer. The browser refuses to lead a page of another worker.
  await shown.navigate(path).catch(() => clients.openWindow(path))
}

/** A signed-in page goes there itself, which keeps what is typed on it. */
const showsPage = (page: Page, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const end = (isShown: boolean) => {
      port1.close()
      resolve(isShown)
    }
    setTimeout(end, ANSWER_MS, false)
    port1.onmessage = () => end(true)
    page.postMessage({ type: OPEN_PAGE, path }, [port2])
  })

/** Our own pages alone: the address has travelled through another company's service. */
const pathWithin = (address: unknown, origin: string): string => {
  if (typeof address !== 'string' || !URL.canParse(address, origin)) return '/'
  const { pathname, search, origin: from } = new URL(address, origin)
  return from === origin ? `${pathname}${search}` : '/'
}

type RenewPorts = {
  registration: { pushManager: Pick<PushManager, 'subscribe'> }
  session: () => Promise<Pick<SessionRow, 'token'> | undefined>
  fetch: (path: string, init: RequestInit) => Promise<Response>
}

/** Subscribes again after the browser has ended a subscription, if the server still knows this device as subscribed. */
export const renewSubscription = async ({ registration, session, fetch }: RenewPorts): Promise<void> => {
  const signedIn = await session()
  if (signedIn === undefined) return
  const authorization = `Bearer ${signedIn.token}`
  const reply = await fetch(pathOf(push.settings), { headers: { authorization }, cache: 'no-store' })
  const settings = (reply.ok ? readReply(push.settings.reply, parsedJson(await reply.text())) : undefined) as
    | ReplyOf<typeof push.settings>
    | undefined
  if (!settings?.devices.some(({ current }) => current)) return
  const { endpoint, keys } = (
    await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: settings.publicKey,
    })
  ).toJSON()
  await fetch(pathOf(push.subscribe), {
    method: push.subscribe.method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}
