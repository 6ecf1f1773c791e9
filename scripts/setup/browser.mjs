import { existsSync } from 'node:fs'
import { runCommand, runProgram } from './command.mjs'
import { firstProgram, isRootOnDebian, lastLine, namedProgram, onPath } from './find-program.mjs'
import { SetupError } from './project.mjs'

const BROWSER = { what: 'browser', variable: 'CHROME_PATH', says: /chrom/i, missing: 'browser_missing' }
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * A Chromium for the browser tests: the one named by CHROME_PATH, or on the PATH, or Playwright's own, which is downloaded if
 * possible, or Debian's, which is installed if allowed. Tests are never skipped for lack of one.
 *
 * @returns {Promise<string>} the program's path
 * @throws {SetupError} `browser_missing`
 */
export const ensureBrowser = async () =>
  (await namedProgram(BROWSER)) ??
  (await firstProgram(BROWSER, installed())) ??
  (await playwrights()) ??
  (await debians()) ??
  fail()

/**
 * A headless Chromium, which takes a quarter less processor time for the same pages but has no background sync.
 *
 * @returns {Promise<string | undefined>} its path; undefined if there is none, or CHROME_PATH names a browser
 */
export const findHeadlessShell = async () =>
  process.env[BROWSER.variable] ? undefined : firstProgram(BROWSER, onPath(SHELL_NAMES))

function fail() {
  throw new SetupError(
    BROWSER.missing,
    'No Chromium for the browser tests: none on the PATH, Playwright could not download its own, and none could be installed. Install Chromium or Chrome, or set CHROME_PATH.',
  )
}

const installed = () => [...onPath(NAMES), ...ELSEWHERE]

async function playwrights() {
  const { chromium } = await import('@playwright/test')
  const program = chromium.executablePath()
  if (!existsSync(program)) {
    console.log('No Chromium here: downloading the one of Playwright…')
    const { status, output } = await runProgram('@playwright/test/cli.js', ['install', 'chromium'], {
      quiet: true,
    })
    if (status !== 0) console.log(`That did not succeed (${lastLine(output)}).`)
  }
  return firstProgram(BROWSER, [program])
}

async function debians() {
  if (!isRootOnDebian()) return undefined
  console.log("Installing Debian's Chromium…")
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update'], { quiet: true, env })
  // Older releases have no headless shell.
  for (const names of [['chromium', 'chromium-headless-shell'], ['chromium']]) {
    const install = ['install', '--yes', '--no-install-recommends', ...names]
    const { status, output } = await runCommand('apt-get', install, { quiet: true, env })
    if (status === 0) return firstProgram(BROWSER, installed())
    console.log(`That did not succeed (${lastLine(output)}).`)
  }
  return undefined
}
