import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Runs a tool of the project, such as `@typescript/native/bin/tsc`, to its end, and shows its errors alone. */
export const runTool = (program: string, args: string[], env: Record<string, string> = {}): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (status) => {
      // One that fails has not done all of its work: its time says nothing.
      if (status === 0) resolve()
      else reject(new Error(`${program} ended with ${status}`))
    })
  })
