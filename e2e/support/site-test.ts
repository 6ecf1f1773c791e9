import { firstBuild } from './builds.ts'
import { type DeployableSite, startDeployableSite } from './deployable-site.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

/** A journey on an origin of its own, where builds can be deployed one after the other; the API is the test's server. */
export const test = base.extend<{ site: DeployableSite }>({
  site: async ({ trolly }, use) => {
    const site = await startDeployableSite({ folder: firstBuild, api: trolly.url })
    await use(site)
    await site.close()
  },
})
