import './setup/require-node.mjs'
import { runBrowserTests } from './setup/browser-tests.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { failWith } from './setup/project.mjs'

// `npm run e2e`, with Playwright's own arguments after `--`: the browser tests on an up-to-date build.

try {
  await ensureInstalled()
  await ensureBuilt()
  const { status } = await runBrowserTests(process.argv.slice(2))
  process.exit(status)
} catch (error) {
  failWith(error)
}
