import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.mjs'
import { fingerprintOf, readStamp, writeStamp } from './fingerprint.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { root, SetupError } from './project.mjs'

/** Inside node_modules, so that both are deleted together. */
const STAMP = 'node_modules/.cache/trolly/installed'

/**
 * Installs what package-lock.json names, unless it is installed: a stamp says so, or npm's own record (after a manual `npm ci`).
 * @throws {SetupError} `install_failed`
 */
export const ensureInstalled = async () => {
  if (isInstalled()) return
  await oneAtATime(async () => {
    if (isInstalled()) return
    console.log('Installing packages (the first time this takes a minute or so)…')
    const { status } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
    if (status !== 0) {
      throw new SetupError(
        'install_failed',
        'npm ci did not succeed; its own message is above. Is there a network?',
      )
    }
    writeStamp(STAMP, wanted())
  })
}

const wanted = () => `${fingerprintOf(['package-lock.json'])} ${process.platform} ${process.arch}`

function isInstalled() {
  const fingerprint = wanted()
  if (readStamp(STAMP) === fingerprint) return true
  if (!recordMatchesLock()) return false
  writeStamp(STAMP, fingerprint)
  return true
}

function recordMatchesLock() {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    if (found === undefined) return optional === true
    return found.version === version && found.integrity === integrity
  })
}

/** The npm that runs this script, or else the one on the PATH. */
function runNpm(args) {
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js') ? runCommand(process.execPath, [npm, ...args]) : runCommand('npm', args)
}
