import './setup/require-node.mjs'
import { runCommand } from './setup/command.mjs'
import { withProject } from './setup/with-project.mjs'

// `npm run search-quality -- FILE.csv`: how often the judged queries find the right product in the file.

const program = ['--import', 'tsx', 'tests/search-quality/main.ts']
await withProject({ builds: [] }, () => runCommand(process.execPath, [...program, ...process.argv.slice(2)]))
