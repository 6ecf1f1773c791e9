import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Which browser the tests take, told by programs that only say what they are. */

const FIND = `
  import { ensureBrowser } from ${JSON.stringify(join(import.meta.dirname, '../../scripts/setup/browser.mjs'))}
  try { console.log(await ensureBrowser()) } catch (error) { console.log(error.code + ': ' + error.message) }
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trolly-browsers-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const program = (name: string, body: string): string => {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
  return file
}

const find = (env: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) =>
    execFile(process.execPath, ['--input-type=module', '--eval', FIND], { env }, (error, output) =>
      error === null ? resolve(output.trim()) : reject(error),
    ),
  )

describe('the browser of the tests', () => {
  it('is the one of CHROME_PATH before any other', async () => {
    program('chromium', 'echo Chromium 1')
    const named = program('mine', 'echo Google Chrome 2')
    expect(await find({ PATH: folder, CHROME_PATH: named })).toBe(named)
  })

  it('is never another than the one of CHROME_PATH, also where that does not start', async () => {
    program('chromium', 'echo Chromium 1')
    const broken = program('broken', 'exit 1')
    expect(await find({ PATH: folder, CHROME_PATH: broken })).toMatch(
      /^browser_missing: CHROME_PATH is .*broken/,
    )
  })

  it('is the first on the PATH that says that it is one', async () => {
    // What some distributions put there in place of the browser.
    program('chromium', 'echo "install me with snap" >&2; exit 1')
    const real = program('google-chrome', 'echo Google Chrome 2')
    expect(await find({ PATH: `${folder}:${dirname(process.execPath)}` })).toBe(real)
  })
})
