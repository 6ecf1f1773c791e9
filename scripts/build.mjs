import './setup/require-node.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { failWith } from './setup/project.mjs'

// `npm run build`: dist/client and dist/server, where they are stale.

try {
  await ensureInstalled()
  await ensureBuilt()
} catch (error) {
  failWith(error)
}
