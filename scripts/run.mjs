import './setup/require-node.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { failWith, root, SetupError } from './setup/project.mjs'

// `node scripts/run.mjs cli/import …`: builds the server if stale, and becomes one of its command-line programs, which finds its
// own arguments in process.argv as if it had been called directly.

const [name = '', ...args] = process.argv.slice(2)
const program = join(root, 'dist/server', `${name}.js`)
try {
  await ensureInstalled()
  await ensureBuilt(['server'])
  if (!existsSync(program))
    throw new SetupError('unknown_program', `There is no program ${name} in the server's build.`)
} catch (error) {
  failWith(error)
}
process.env.NODE_ENV ??= 'production'
process.argv = [process.argv[0], program, ...args]
await import(pathToFileURL(program).href)
