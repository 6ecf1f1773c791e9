import './setup/require-node.mjs'
import { runCommand } from './setup/command.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { failWith } from './setup/project.mjs'

// `npm run search-quality -- FILE.csv`: how often the judged queries find the right product in the file.

try {
  await ensureInstalled()
  const program = ['--import', 'tsx', 'tests/search-quality/main.ts']
  const { status } = await runCommand(process.execPath, [...program, ...process.argv.slice(2)])
  process.exit(status)
} catch (error) {
  failWith(error)
}
