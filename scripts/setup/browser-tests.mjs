import { ensureBrowser, findHeadlessShell } from './browser.mjs'
import { runProgram } from './command.mjs'

/**
 * Runs Playwright on the existing builds.
 * @param {string[]} args its own, such as a file or --project=phone
 * @param {Record<string, string>} env
 */
export const runBrowserTests = async (args = [], env = {}) => {
  const browser = await ensureBrowser()
  const shell = await findHeadlessShell()
  console.log(`Browser: ${shell ?? browser}`)
  return runProgram('@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts', ...args], {
    env: { ...env, CHROME_PATH: browser, ...(shell && { HEADLESS_SHELL_PATH: shell }) },
  })
}
