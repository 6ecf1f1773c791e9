import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Which pgbench the bench takes, told by programs that only say what they are. */

const FIND = `
  import { ensurePgbench } from ${JSON.stringify(join(import.meta.dirname, '../../scripts/setup/pgbench.mjs'))}
  try { console.log(await ensurePgbench()) } catch (error) { console.log(error.code + ': ' + error.message) }
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trolly-pgbench-'))
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

describe('the pgbench of the bench', () => {
  it('is the one of PGBENCH before any other', async () => {
    program('pgbench', 'echo "pgbench (PostgreSQL) 16"')
    const named = program('mine', 'echo "pgbench (PostgreSQL) 17"')
    expect(await find({ PATH: folder, PGBENCH: named })).toBe(named)
  })

  it('is never another than the one of PGBENCH, also where that does not start', async () => {
    program('pgbench', 'echo "pgbench (PostgreSQL) 16"')
    const broken = program('broken', 'exit 1')
    expect(await find({ PATH: folder, PGBENCH: broken })).toMatch(/^pgbench_missing: PGBENCH is .*broken/)
  })

  it('is the first on the PATH that says that it is one', async () => {
    const real = program('pgbench', 'echo "pgbench (PostgreSQL) 16"')
    const other = mkdtempSync(join(folder, 'other-'))
    writeFileSync(join(other, 'pgbench'), '#!/bin/sh\necho "no client is installed" >&2\nexit 1\n')
    chmodSync(join(other, 'pgbench'), 0o755)
    expect(await find({ PATH: [other, folder, dirname(process.execPath)].join(':') })).toBe(real)
  })
})
