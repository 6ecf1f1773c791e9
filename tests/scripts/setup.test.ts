import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/**
 * `npm run build` in a small project whose npm and Vite only record that they were called: it shows when they are called, and
 * what happens when they fail.
 */

const SCRIPTS = join(import.meta.dirname, '../../scripts')

const NPM = `
  import { appendFileSync, mkdirSync, writeFileSync, cpSync } from 'node:fs'
  appendFileSync('calls', 'npm ' + process.argv[2] + '\\n')
  if (process.env.NPM_FAILS) process.exit(1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  mkdirSync('node_modules/vite/bin', { recursive: true })
  cpSync('vite.js', 'node_modules/vite/bin/vite.js')
  cpSync('package-lock.json', 'node_modules/.package-lock.json')
`
const VITE = `
  const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
  const config = process.argv[process.argv.indexOf('--config') + 1]
  const name = { 'server/vite.config.ts': 'server', 'scripts/vite/pages/vite.config.ts': 'pages' }[config] ?? 'client'
  appendFileSync('calls', 'vite ' + name + '\\n')
  if (process.env.VITE_FAILS === name) { console.error('src/app.ts is wrong'); process.exit(1) }
  mkdirSync('dist/' + name, { recursive: true })
  writeFileSync('dist/' + name + '/built', '')
`
const LOCK = { packages: { '': {}, 'node_modules/vite': { version: '8.0.0', integrity: 'sha512-a' } } }

let project: string
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}
const calls = (): string[] =>
  existsSync(join(project, 'calls'))
    ? readFileSync(join(project, 'calls'), 'utf8').trim().split('\n').sort()
    : []

const build = (env: Record<string, string> = {}): Promise<{ status: number; errors: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/build.mjs'],
      { cwd: project, env: { PATH: process.env.PATH, npm_execpath: join(project, 'npm.js'), ...env } },
      (_, __, errors) => resolve({ status: child.exitCode ?? -1, errors }),
    )
  })

beforeEach(async () => {
  project = mkdtempSync(join(tmpdir(), 'trolly-project-'))
  cpSync(SCRIPTS, join(project, 'scripts'), { recursive: true })
  write('package.json', '{"type":"module"}')
  write('package-lock.json', JSON.stringify(LOCK))
  write('npm.js', NPM)
  write('vite.js', VITE)
  write('src/main.ts', 'app()')
  write('server/main.ts', 'server()')
  write('domain/money.ts', 'pence()')
  // Vite's own package is CommonJS here, unlike the tests' project.
  write('node_modules/vite/package.json', '{}')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

/** Forgets the calls so far. */
const afterFirstBuild = async (): Promise<void> => {
  expect((await build()).status).toBe(0)
  rmSync(join(project, 'calls'))
}

describe('on a fresh clone', () => {
  it('installs, then builds both', async () => {
    expect(await build()).toEqual({ status: 0, errors: '' })
    expect(calls()).toEqual(['npm ci', 'vite client', 'vite pages', 'vite server'])
    expect(existsSync(join(project, 'dist/client/built'))).toBe(true)
  })

  it('does so once when two start at the same moment', async () => {
    const [one, other] = await Promise.all([build(), build()])
    expect([one.status, other.status]).toEqual([0, 0])
    expect(calls()).toEqual(['npm ci', 'vite client', 'vite pages', 'vite server'])
  })

  it('continues after a start that was killed during installation', async () => {
    // No process has this id: it is above Linux's maximum.
    write('.cache/setup.lock', '4194305')
    expect((await build()).status).toBe(0)
  })

  it('does not reinstall what was installed by hand', async () => {
    write('node_modules/.package-lock.json', JSON.stringify(LOCK))
    write('node_modules/vite/bin/vite.js', VITE)
    await build()
    expect(calls()).toEqual(['vite client', 'vite pages', 'vite server'])
  })
})

describe('after the first build', () => {
  it('does nothing if nothing has changed', async () => {
    await afterFirstBuild()
    expect(await build()).toEqual({ status: 0, errors: '' })
    expect(calls()).toEqual([])
  })

  it.each([
    ['src/main.ts', ['vite client', 'vite pages']],
    ['sw/sw.ts', ['vite client']],
    ['public/robots.txt', ['vite client']],
    ['server/main.ts', ['vite server']],
    ['server/db/migrations/0001.sql', ['vite server']],
    ['domain/money.ts', ['vite client', 'vite pages', 'vite server']],
    ['tests/money.test.ts', []],
    ['README.md', []],
  ])('rebuilds what is made from %s when that changes: %j', async (path, expected) => {
    await afterFirstBuild()
    write(path, 'changed()')
    await build()
    expect(calls()).toEqual(expected)
  })

  it('installs again when package-lock.json changes', async () => {
    await afterFirstBuild()
    const vite = { ...LOCK.packages['node_modules/vite'], version: '8.0.1' }
    write('package-lock.json', JSON.stringify({ packages: { '': {}, 'node_modules/vite': vite } }))
    await build()
    expect(calls()).toEqual(['npm ci', 'vite client', 'vite pages', 'vite server'])
  })
})

describe('a failure', () => {
  it('to install is reported with install_failed and retried next time', async () => {
    const failed = await build({ NPM_FAILS: '1' })
    expect(failed.status).toBe(1)
    expect(failed.errors).toContain('[install_failed]')
    expect((await build()).status).toBe(0)
  })

  it('to build is reported with build_failed and the reason; the other build remains and this one is retried', async () => {
    const failed = await build({ VITE_FAILS: 'client' })
    expect(failed.status).toBe(1)
    expect(failed.errors).toContain('src/app.ts is wrong')
    expect(failed.errors).toContain('[build_failed]')
    rmSync(join(project, 'calls'))

    expect((await build()).status).toBe(0)
    expect(calls()).toEqual(['vite client'])
  })
})

describe('an old Node version', () => {
  it('is refused with node_too_old before anything is changed', async () => {
    // As the check sees it: it asks only for the version.
    write('old-node.mjs', "Object.defineProperty(process.versions, 'node', { value: '20.18.3' })")
    const { status, errors } = await build({ NODE_OPTIONS: `--import=${join(project, 'old-node.mjs')}` })
    expect(status).toBe(1)
    expect(errors).toContain('Node 20.18.3 is too old, 20.19 or newer')
    expect(errors).toContain('[node_too_old]')
    expect(calls()).toEqual([])
  })
})
