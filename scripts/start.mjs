import './setup/require-node.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './setup/project.mjs'
import { withProject } from './setup/with-project.mjs'

// `npm start`: installs what is missing, builds what is stale, and becomes the server. Plain Node without packages, since none
// may be installed yet; the same process throughout, so that signals reach the server.

await withProject({})
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
