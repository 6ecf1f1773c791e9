import './setup/require-node.mjs'
import { runBrowserTests } from './setup/browser-tests.mjs'
import { withProject } from './setup/with-project.mjs'

// `npm run screens`: every screen, on a phone and a desk, as pictures in docs/screens/.

await withProject({}, () => runBrowserTests(['screens/', ...process.argv.slice(2)], { SCREENS: '1' }))
