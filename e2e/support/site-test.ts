import { firstBuild } from './builds.ts'
import { type DeployableSite, startDeployableSite } from './deployable-site.ts'
import { aheadOf, clockEnv, PLAIN_DAY } from './frozen-day.ts'
import { sharedServerData, startTrollyServer } from './server.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

/**
 * A journey on its own origin, where successive builds can be deployed. Nobody signs in, so the API's server stores nothing, and
 * all journeys of a worker share one.
 */
export const test = base.extend<{ site: DeployableSite }, { api: string }>({
  api: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      const data = await sharedServerData({ products: 300, instant: PLAIN_DAY })
      const server = await startTrollyServer({ data, env: clockEnv(aheadOf(PLAIN_DAY)) })
      await use(server.url)
      await server.stop()
      await data.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  site: async ({ api }, use) => {
    const site = await startDeployableSite({ folder: firstBuild, api })
    await use(site)
    await site.close()
  },

  baseURL: async ({ site }, use) => {
    await use(site.origin)
  },
})
