import './setup/require-node.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { failWith } from './setup/project.mjs'

// `npm run build`: builds dist/client and dist/server if stale, or only those named.

try {
  await ensureInstalled()
  const names = process.argv.slice(2)
  await ensureBuilt(names.length > 0 ? names : undefined)
} catch (error) {
  failWith(error)
}
