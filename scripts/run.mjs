import './setup/require-node.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './setup/project.mjs'
import { withProject } from './setup/with-project.mjs'

// `node scripts/run.mjs cli/import …`: builds the server if stale, and becomes one of its command-line programs, which finds its
// own arguments in process.argv as if it had been called directly.

const [name, ...args] = process.argv.slice(2)
const program = join(root, 'dist/server', `${name}.js`)
await withProject({ builds: ['server'] })
process.env.NODE_ENV ??= 'production'
process.argv = [process.argv[0], program, ...args]
await import(pathToFileURL(program).href)
