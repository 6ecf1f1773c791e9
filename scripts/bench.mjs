import './setup/require-node.mjs'
import { ensureBrowser } from './setup/browser.mjs'
import { runCommand } from './setup/command.mjs'
import { withProject } from './setup/with-project.mjs'

// `npm run bench`, with the bench's own arguments after `--`: measures the production build.

await withProject({}, async () =>
  runCommand(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)], {
    env: { CHROME_PATH: await ensureBrowser(), NODE_ENV: 'production' },
  }),
)
