import './setup/require-node.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { failWith } from './setup/project.mjs'

// `npm run build`: dist/client and dist/server, where they are stale; or those that are named.

try {
  await ensureInstalled()
  const names = process.argv.slice(2)
  await ensureBuilt(names.length > 0 ? names : undefined)
} catch (error) {
  failWith(error)
}
