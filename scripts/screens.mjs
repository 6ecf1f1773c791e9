import './setup/require-node.mjs'
import { runBrowserTests } from './setup/browser-tests.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { failWith } from './setup/project.mjs'

// `npm run screens`: every screen, on a phone and a desk, light and dark, as pictures in docs/screens/.

try {
  await ensureInstalled()
  await ensureBuilt()
  process.env.SCREENS = '1'
  const { status } = await runBrowserTests(['screens/', ...process.argv.slice(2)])
  process.exit(status)
} catch (error) {
  failWith(error)
}
