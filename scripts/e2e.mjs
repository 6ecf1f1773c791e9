import './setup/require-node.mjs'
import { runBrowserTests } from './setup/browser-tests.mjs'
import { withProject } from './setup/with-project.mjs'

// `npm run e2e`, with Playwright's own arguments after `--`: the browser tests on an up-to-date build. Each runs at its own size,
// or at the one named by --project.

const args = process.argv.slice(2)
const namesSize = args.some((arg) => arg.startsWith('--project'))
await withProject({}, () => runBrowserTests(args, namesSize ? { EVERY_SIZE: '1' } : {}))
