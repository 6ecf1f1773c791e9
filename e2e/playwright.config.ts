import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { SPECIAL_DAYS } from './support/frozen-day.ts'
import type { JourneyOptions } from './support/test.ts'

// Journeys run against the production build; each test has its own server and database (support/test.ts). Run by `npm run e2e`,
// which builds what is stale and finds the browser. Each runs at one size, on a phone unless tagged @desk; EVERY_SIZE=1 runs each
// at both, including those tagged @long, in other fonts and on special days; FAULTS=1 adds the longer runs of faults/.

const isCi = process.env.CI !== undefined && process.env.CI !== 'false'
const isRoot = process.getuid?.() === 0
const browser = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROME_PATH
const pictures = process.env.SCREENS === '1'
const everySize = pictures || process.env.EVERY_SIZE === '1'
const DESK = /@desk\b/
const LONG = /@long\b/
const report = process.env.JOURNEYS_REPORT

// The data of the run's servers. Set once, in the main process: its workers inherit it.
process.env.TROLLY_E2E_FOLDER ??= mkdtempSync(join(tmpdir(), `trolly-e2e-${process.pid}-`))

/** The fonts come from e2e/fonts: the machine's own are not used. */
const fonts = (name: 'usual' | 'wide' | 'narrow') => join(import.meta.dirname, `fonts/${name}.conf`)
process.env.FONTCONFIG_FILE = fonts('usual')

const launchOptions = {
  ...(browser === undefined ? {} : { executablePath: browser }),
  // Chromium has no sandbox for root.
  args: isRoot ? ['--no-sandbox'] : [],
}

const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: pictures ? 2 : 1,
  hasTouch: true,
  isMobile: true,
}

const OTHER_FONTS = (['wide', 'narrow'] as const).map((name) => ({
  name: `${name} font`,
  testMatch: /(accessibility|narrow-phones)\.spec\.ts/,
  use: {
    ...PHONE,
    launchOptions: { ...launchOptions, env: { ...process.env, FONTCONFIG_FILE: fonts(name) } },
  },
}))

const OTHER_DAYS = Object.entries(SPECIAL_DAYS).map(([name, instant]) => ({
  name,
  grep: /@day\b/,
  use: { ...PHONE, instant },
}))

export default defineConfig<JourneyOptions>({
  testDir: '.',
  testMatch: pictures
    ? ['screens/**/*.spec.ts']
    : ['journeys/**/*.spec.ts', ...(process.env.FAULTS === '1' ? ['faults/**/*.spec.ts'] : [])],
  outputDir: join(import.meta.dirname, '../test-results'),
  globalSetup: join(import.meta.dirname, 'support/global-setup.ts'),
  globalTeardown: join(import.meta.dirname, 'support/remove-servers.ts'),
  fullyParallel: true,
  forbidOnly: isCi,
  // One that passes then is listed as flaky at the end of `npm test`, and mended next.
  retries: pictures ? 0 : 1,
  workers: 2,
  // Ends what hangs; a slow machine takes four times as long as a fast one.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: report === undefined ? 'list' : [['list'], ['json', { outputFile: report }]],
  use: {
    // Motion takes a sixth of the time; EVERY_SIZE=1 has it, and motion.spec.ts always.
    contextOptions: everySize ? {} : { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A trace of every step costs a sixth of the time: `npm run e2e -- --trace=on FILE` makes one.
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    {
      name: 'phone',
      ...(everySize ? {} : { grepInvert: [DESK, LONG] }),
      use: PHONE,
    },
    {
      name: 'desk',
      ...(everySize ? {} : { grep: DESK, grepInvert: LONG }),
      use: { viewport: { width: 1440, height: 900 } },
    },
    ...(everySize && !pictures ? [...OTHER_FONTS, ...OTHER_DAYS] : []),
  ],
})
