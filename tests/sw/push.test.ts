import { describe, expect, it, vi } from 'vitest'
import { pushMessageOf } from '#domain/push.ts'
import { openNotified, renewSubscription, showPush } from '#sw/push.ts'

const origin = 'https://orders.example.com'
const PAGE = '/orders/history-01900000-0000-7000-8000-000000000001'
const message = pushMessageOf({ kind: 'order_accepted', path: PAGE, origin })

const shown = async (text: string | null) => {
  const showNotification = vi.fn(async () => {})
  await showPush(text === null ? null : { text: () => text }, { registration: { showNotification }, origin })
  return showNotification.mock.calls as unknown as [string, NotificationOptions][]
}

describe('a push', () => {
  it('shows what Safari shows of the message, and replaces the one before by its tag', async () => {
    expect(await shown(JSON.stringify(message))).toEqual([
      [
        'Order accepted',
        {
          body: 'Your order is in. Open it to check the details.',
          tag: PAGE,
          lang: 'en-GB',
          icon: '/icons/trolly-192.png',
          badge: '/icons/trolly-monochrome-512.png',
          data: { navigate: `${origin}${PAGE}` },
        },
      ],
    ])
  })

  it.each([null, '', 'news', '{}', 'null', '{"notification":{"title":1}}'])(
    'that cannot be read (%s) shows that there is news',
    async (text) => {
      const [[title, options] = expect.fail(), ...more] = await shown(text)
      expect(more).toEqual([])
      expect([title, options.data]).toEqual(['Trolly', { navigate: origin }])
    },
  )
})

/** A window that goes where it is asked to, if it answers. */
const aWindow = (path: string, { answers = true, leads = true } = {}) => {
  const page = {
    url: `${origin}${path}`,
    focus: vi.fn(async () => page),
    navigate: vi.fn(async () => {
      if (!leads) throw new TypeError('This service worker is not the client’s active service worker.')
      return page
    }),
    postMessage: vi.fn((_: unknown, [port]: MessagePort[]) => {
      if (answers) port?.postMessage(true)
    }),
  }
  return page
}

const opened = async (
  windows: ReturnType<typeof aWindow>[],
  data: unknown = { navigate: `${origin}${PAGE}` },
) => {
  const close = vi.fn()
  const openWindow = vi.fn(async () => null)
  const clients = { matchAll: async () => windows, openWindow }
  await openNotified({ close, data }, { clients, origin })
  expect(close).toHaveBeenCalledOnce()
  return openWindow.mock.calls.flat() as string[]
}

const inASecond = async <Result>(result: Promise<Result>): Promise<Result> => {
  await vi.advanceTimersByTimeAsync(1_000)
  return await result
}

describe('a notification that is opened', () => {
  it('opens its page in a window', async () => {
    expect(await opened([])).toEqual([PAGE])
  })

  it('brings an open window to the front, whose page goes there itself', async () => {
    const page = aWindow('/orders/create-1')
    expect(await opened([page])).toEqual([])
    expect(page.focus).toHaveBeenCalledOnce()
    expect(page.postMessage.mock.calls[0]?.[0]).toEqual({ type: 'OPEN_PAGE', path: PAGE })
    expect(page.navigate).not.toHaveBeenCalled()
  })

  it('prefers the window that shows the page already', async () => {
    const [other, there] = [aWindow('/home'), aWindow(PAGE)]
    await opened([other, there])
    expect([other.focus.mock.calls.length, there.focus.mock.calls.length]).toEqual([0, 1])
  })

  it('leads a page that does not answer, or opens another window', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const silent = aWindow('/auth/login', { answers: false })
    expect(await inASecond(opened([silent]))).toEqual([])
    expect(silent.navigate).toHaveBeenCalledWith(PAGE)
    expect(await inASecond(opened([aWindow('/home', { answers: false, leads: false })]))).toEqual([PAGE])
    vi.useRealTimers()
  })

  it.each(['https://evil.example/orders', 'javascript:alert(1)', 7, null])(
    'never leaves the app for %s',
    async (navigate) => {
      expect(await opened([], { navigate })).toEqual(['/'])
    },
  )
})

describe('a subscription that the browser has ended', () => {
  const renewed = async (current: boolean, token: string | undefined = 'token') => {
    const keys = { p256dh: 'P', auth: 'A' }
    const subscribe = vi.fn(async () => ({ toJSON: () => ({ endpoint: 'https://push.example/2', keys }) }))
    const device = {
      id: '01900000-0000-7000-8000-000000000002',
      device: 'Firefox on Android',
      createdAt: '2026-11-20T09:00:00.000Z',
      lastSentAt: null,
      current,
    }
    const fetch = vi.fn(async (_path: string, _init: RequestInit) =>
      Response.json({ publicKey: 'B', muted: [], devices: [device] }),
    )
    await renewSubscription({
      registration: { pushManager: { subscribe } } as never,
      session: async () => (token === undefined ? undefined : { token }),
      fetch,
    })
    return { subscribe, sent: fetch.mock.calls.slice(1) }
  }

  it('is made again with the server’s key, and told to the server', async () => {
    const { subscribe, sent } = await renewed(true)
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'B' })
    expect(sent).toEqual([
      [
        '/api/push/subscription?v=1',
        expect.objectContaining({
          method: 'PUT',
          body: '{"endpoint":"https://push.example/2","keys":{"p256dh":"P","auth":"A"}}',
        }),
      ],
    ])
  })

  it('stays ended where the person has turned it off', async () => {
    const { subscribe, sent } = await renewed(false)
    expect([subscribe.mock.calls, sent]).toEqual([[], []])
  })
})
