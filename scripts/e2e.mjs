import './setup/require-node.mjs'
import { runBrowserTests } from './setup/browser-tests.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { failWith } from './setup/project.mjs'

// `npm run e2e`, with Playwright's own arguments after `--`: the browser tests on an up-to-date build. Each runs at its own size,
// or at the one named by --project.

try {
  await ensureInstalled()
  await ensureBuilt()
  const args = process.argv.slice(2)
  const namesSize = args.some((arg) => arg.startsWith('--project'))
  const { status } = await runBrowserTests(args, namesSize ? { EVERY_SIZE: '1' } : {})
  process.exit(status)
} catch (error) {
  failWith(error)
}
