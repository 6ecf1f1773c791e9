import './setup/require-node.mjs'
import { ensureBrowser } from './setup/browser.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { runCommand } from './setup/command.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { failWith } from './setup/project.mjs'

// `npm run bench`, with the bench's own arguments after `--`: measures the production build.

try {
  await ensureInstalled()
  await ensureBuilt()
  const browser = await ensureBrowser()
  const { status } = await runCommand(
    process.execPath,
    ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)],
    { env: { CHROME_PATH: browser, NODE_ENV: 'production' } },
  )
  process.exit(status)
} catch (error) {
  failWith(error)
}
