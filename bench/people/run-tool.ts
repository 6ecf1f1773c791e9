import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Runs one of the project's tools, such as `@typescript/native/bin/tsc`, and shows only its errors. */
export const runTool = (program: string, args: string[], env: Record<string, string> = {}): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (status) => {
      // A tool that fails has not done all its work, so its time means nothing.
      if (status === 0) resolve()
      else reject(new Error(`${program} ended with ${status}`))
    })
  })
