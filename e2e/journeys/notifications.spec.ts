import { pushMessageOf } from '#domain/push.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

// The headless shell shows no notifications.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const { CHROME_PATH: executablePath } = process.env
    await use({ ...launchOptions, ...(executablePath && { executablePath }) })
  },
})

test('a push is shown by the worker, and opening it leads the open page there without a reload', {
  tag: '@long',
}, async ({ page, context, trolly }) => {
  await context.grantPermissions(['notifications'], { origin: trolly.url })
  const shop = new Shop(page)
  await shop.signIn()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const deliver = (path: string) => {
    const data = JSON.stringify(pushMessageOf({ kind: 'order_accepted', path, origin: trolly.url }))
    return devtools.send('ServiceWorker.deliverPushMessage', { origin: trolly.url, registrationId, data })
  }
  const shown = () =>
    page.evaluate(async () => {
      const found = await (await navigator.serviceWorker.ready).getNotifications()
      return found.map(({ title, tag }) => ({ title, tag }))
    })

  await deliver('/orders/history')
  await deliver('/orders/history')
  await expect.poll(shown).toEqual([{ title: 'Order accepted', tag: '/orders/history' }])

  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(openShownNotification)
  await page.waitForURL('**/orders/history')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await expect.poll(shown).toEqual([])
})

/** A person's press, which DevTools cannot make. Runs in the worker. */
async function openShownNotification(): Promise<void> {
  const worker = globalThis as unknown as {
    registration: ServiceWorkerRegistration
    dispatchEvent: (event: Event) => boolean
    NotificationEvent: new (type: string, parts: { notification: Notification | undefined }) => Event
  }
  const [notification] = await worker.registration.getNotifications()
  worker.dispatchEvent(new worker.NotificationEvent('notificationclick', { notification }))
}
