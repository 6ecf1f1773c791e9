import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand, runProgram } from './command.mjs'
import { SetupError } from './project.mjs'

const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * A Chromium for the browser tests: the one of CHROME_PATH, or on the PATH, or Playwright's own, which is downloaded
 * if it can be, or Debian's, which is installed where that is allowed. Tests are never skipped for want of one.
 *
 * @returns {Promise<string>} the program's path
 * @throws {SetupError} `browser_missing`
 */
export const ensureBrowser = async () => {
  const named = process.env.CHROME_PATH
  if (named) {
    if (await works(named)) return named
    throw new SetupError('browser_missing', `CHROME_PATH is ${named}, which is not a browser that starts.`)
  }
  return (await firstThatWorks(installed())) ?? (await playwrights()) ?? (await debians()) ?? fail()
}

function fail() {
  throw new SetupError(
    'browser_missing',
    'No Chromium for the browser tests: none on the PATH, Playwright could not download its own, and none could be installed. Install Chromium or Chrome, or set CHROME_PATH.',
  )
}

const installed = () => [
  ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => ON_PATH.map((name) => join(folder, name))),
  ...ELSEWHERE,
]

async function firstThatWorks(candidates) {
  for (const candidate of candidates) if (existsSync(candidate) && (await works(candidate))) return candidate
  return undefined
}

/** Some distributions have a `chromium-browser` that only tells how to install one. */
async function works(program) {
  const { status, output } = await runCommand(program, ['--version'], { quiet: true })
  return status === 0 && /chrom/i.test(output)
}

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
  return firstThatWorks([program])
}

async function debians() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log("Installing Debian's chromium…")
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const { status, output } = await runCommand('apt-get', args, { quiet: true, env })
    if (status !== 0) {
      console.log(`That did not succeed (${lastLine(output)}).`)
      return undefined
    }
  }
  return firstThatWorks(installed())
}

const lastLine = (text) => text.trim().split('\n').at(-1)
