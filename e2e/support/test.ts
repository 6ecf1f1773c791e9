import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { aheadOf, clockEnv, PLAIN_DAY, shiftContext } from './frozen-day.ts'
import { embeddedServerData, sharedServerData, startTrollyServer, type TrollyServer } from './server.ts'

/**
 * The `test` of journeys:
 *
 *     import { expect, test } from '#e2e/support/test.ts'
 *     test.use({ products: 40_000 })
 *     test('…', async ({ page, trolly }) => { await page.goto('/') … await trolly.stop() … })
 *
 * `trolly` is a server with the test's own database, and the origin of `page`. `npm test` runs a journey on a phone, or on a desktop
 * if tagged so (`{ tag: '@desk' }`); `npm run test:all` runs it on both, and those tagged `@long`. A page's console error or
 * uncaught exception fails the test, unless the test expects it. What the browser logs about a request that reached no server is
 * ignored, since most journeys are about that.
 */
export type JourneyOptions = {
  /** How many demo products the database holds. */
  products: number
  /** The server has its own embedded PostgreSQL, as with `npm start`, instead of a database in the run's. */
  embedded: boolean
  /** Additional settings of the server. */
  serverEnv: Record<string, string>
  /** When the journey begins: its page, its server and its data have that day and time. */
  instant: string
}

type Fixtures = JourneyOptions & {
  trolly: TrollyServer
  /** How far `instant` is ahead of the machine's clock, in milliseconds; negative for the past. */
  aheadMs: number
  /** Console errors that match one of these are expected. */
  expectedErrors: RegExp[]
  /** Watches a page of another context like `page`, and gives it the same clock. */
  watch: (page: Page) => Promise<void>
}

export { expect }

/** 40,000 products with their prices, on a machine that is busy with other tests. */
const FILL_MS = 240_000
/**
 * A page that was loaded without a connection is not told of its return by Chromium's emulation, as it would be by a phone, and
 * would find out by its next probe only.
 */
const tellOfConnection = (context: BrowserContext): void => {
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (isOffline) => {
    await setOffline(isOffline)
    if (isOffline) return
    for (const page of context.pages()) await page.evaluate(() => dispatchEvent(new Event('online')))
  }
}

const NO_SERVER = /^Failed to load resource: net::ERR_/

export const test = base.extend<Fixtures>({
  products: [300, { option: true }],
  embedded: [false, { option: true }],
  instant: [PLAIN_DAY, { option: true }],
  serverEnv: [{}, { option: true }],

  aheadMs: async ({ instant }, use) => {
    await use(aheadOf(instant))
  },

  trolly: [
    async ({ products, embedded, serverEnv, instant, aheadMs }, use, testInfo) => {
      const data = await (embedded ? embeddedServerData : sharedServerData)({ products, instant })
      const server = await startTrollyServer({ data, env: { ...clockEnv(aheadMs), ...serverEnv } })
      await use(server)
      await server.stop()
      await data.remove()
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server output', { body: server.output(), contentType: 'text/plain' })
      }
    },
    // Outside the test's own time: the first test with that many products fills them, and others wait.
    { timeout: FILL_MS },
  ],

  baseURL: async ({ trolly }, use) => {
    await use(trolly.url)
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs.
  expectedErrors: async ({}, use) => {
    await use([])
  },

  context: async ({ context, aheadMs }, use) => {
    await shiftContext(context, aheadMs)
    tellOfConnection(context)
    await use(context)
  },

  watch: async ({ expectedErrors, context, aheadMs }, use) => {
    const shifted = new Set<BrowserContext>([context])
    const unexpected: string[] = []
    const note = (text: string): void => {
      if (!NO_SERVER.test(text) && !expectedErrors.some((pattern) => pattern.test(text)))
        unexpected.push(text)
    }
    await use(async (page) => {
      if (!shifted.has(page.context())) await shiftContext(page.context(), aheadMs)
      shifted.add(page.context())
      page.on('console', (message: ConsoleMessage) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => note(error.stack ?? error.message))
    })
    expect(unexpected, 'unexpected console errors').toEqual([])
  },

  page: async ({ page, watch }, use) => {
    await watch(page)
    await use(page)
  },
})
