import './setup/require-node.mjs'
import { withProject } from './setup/with-project.mjs'

// `npm run build`: builds dist/client, dist/pages and dist/server if stale, or only those named.

const names = process.argv.slice(2)
await withProject({ builds: names.length > 0 ? names : undefined })
