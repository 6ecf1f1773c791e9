import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Which of a machine's programs the tests and the bench use, tried with programs that only identify themselves. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trolly-programs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const program = (path: string, body: string): string => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
  return file
}

describe.each([
  {
    what: 'the browser of the tests',
    ensure: { name: 'ensureBrowser', from: 'browser.mjs' },
    variable: 'CHROME_PATH',
    code: 'browser_missing',
    names: ['chromium', 'google-chrome'],
    says: 'echo Chromium 1',
  },
  {
    what: 'the pgbench of the bench',
    ensure: { name: 'ensurePgbench', from: 'pgbench.mjs' },
    variable: 'PGBENCH',
    code: 'pgbench_missing',
    names: ['pgbench', 'pgbench'],
    says: 'echo "pgbench (PostgreSQL) 16"',
  },
])('$what', ({ ensure, variable, code, names: [first = '', second = ''], says }) => {
  const find = (env: Record<string, string>): Promise<string> =>
    new Promise((resolve, reject) => {
      const module = JSON.stringify(join(import.meta.dirname, '../../scripts/setup', ensure.from))
      const text = `
        import { ${ensure.name} } from ${module}
        try { console.log(await ${ensure.name}()) } catch (error) { console.log(error.code + ': ' + error.message) }
      `
      execFile(process.execPath, ['--input-type=module', '--eval', text], { env }, (error, output) =>
        error === null ? resolve(output.trim()) : reject(error),
      )
    })

  it(`is the one named by ${variable} first`, async () => {
    program(first, says)
    const named = program('mine', says)
    expect(await find({ PATH: folder, [variable]: named })).toBe(named)
  })

  it(`is never another than the one named by ${variable}, even if that does not start`, async () => {
    program(first, says)
    const broken = program('broken', 'exit 1')
    expect(await find({ PATH: folder, [variable]: broken })).toMatch(
      new RegExp(`^${code}: ${variable} is .*broken`),
    )
  })

  it('is the first on the PATH that identifies itself as the program', async () => {
    // What some distributions install instead of the program.
    program(`other/${first}`, 'echo "not installed" >&2; exit 1')
    const real = program(second, says)
    const path = [join(folder, 'other'), folder, dirname(process.execPath)]
    expect(await find({ PATH: path.join(':') })).toBe(real)
  })
})
